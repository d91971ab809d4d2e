/**
 * The store of a page in the browser's IndexedDB, whose transactions follow one another in all tabs. `localStorage` would
 * not do: a tab may read what another one has replaced already, and write over it.
 */
import type { Store } from "./Store.ts"

const databaseName = "almanac"
const journals = "journals"

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(journals)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Runs a transaction; what `act` hands to `keep` is given once everything is written. */
const transaction = async <A>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore, keep: (result: A) => void) => void
): Promise<A> => {
  const database = await opened()
  try {
    return await new Promise<A>((resolve, reject) => {
      const running = database.transaction(journals, mode, { durability: "strict" })
      const missing = () => reject(new Error("the transaction ended without a result"))
      let finish = missing
      running.oncomplete = () => finish()
      running.onabort = () => reject(running.error)
      act(running.objectStore(journals), (result) => {
        finish = () => resolve(result)
      })
    })
  } finally {
    database.close()
  }
}

export const indexedStore: Store = {
  change: (place, change) =>
    transaction("readwrite", (store, keep) => {
      const kept = store.get(place)
      kept.onsuccess = () => {
        const [next, result] = change(textOf(kept.result))
        if (next !== undefined) store.put(next, place)
        keep(result)
      }
    }),
  places: () =>
    transaction("readonly", (store, keep) => {
      const keys = store.getAllKeys()
      keys.onsuccess = () => keep(keys.result.flatMap((key) => textOf(key) ?? []))
    })
}
