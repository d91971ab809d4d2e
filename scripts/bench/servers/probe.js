/**
 * Loaded into every measured server (`node --import`): tells its parent what the process used. Costs one timer of
 * 10 ms, the same for all.
 */
import { writeFileSync } from "node:fs"
import { Session } from "node:inspector"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Milliseconds between two looks: the histogram counts them as delay. */
const resolution = 10

const delay = monitorEventLoopDelay({ resolution })
delay.enable()
/** Connected only while a profile is taken. */
const session = new Session()

const post = (method, params) =>
  new Promise((resolve, reject) =>
    session.post(method, params, (error, result) => (error === null ? resolve(result) : reject(error)))
  )

const sample = () => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  const loopP99Ms = delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e6 - resolution)
  return { cpuMs: (user + system) / 1000, rssBytes: rss, heapBytes: heapUsed, loopP99Ms }
}

const collectGarbage = () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc")
  collect()
  collect()
}

const answers = {
  sample,
  reset: () => {
    delay.reset()
    return sample()
  },
  collect: () => {
    collectGarbage()
    return sample()
  },
  "profile.start": async () => {
    session.connect()
    await post("Profiler.enable")
    await post("Profiler.setSamplingInterval", { interval: 500 })
    await post("Profiler.start")
    return sample()
  },
  "profile.stop": async ({ file }) => {
    const { profile } = await post("Profiler.stop")
    session.disconnect()
    writeFileSync(file, JSON.stringify(profile))
    return sample()
  }
}

process.on("message", async ({ id, question, ...rest }) => {
  const answer = answers[question]
  if (answer !== undefined) process.send?.({ id, answer: await answer(rest) })
})
// The channel alone must not keep the process alive.
process.channel?.unref()
