/**
 * The icon, a sun above an open book: as a drawing, and in 32 pixels for those who ask for `/favicon.ico`.
 */
import * as Effect from "effect/Effect"
import type { Source } from "../Document.ts"

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17324d"/>' +
  '<circle cx="16" cy="13" r="5.5" fill="#f5b731"/><path d="M5 16c4-1.6 8-1.2 11 1.2 3-2.4 7-2.8 11-1.2v10c-4-1.6' +
  '-8-1.2-11 1.2-3-2.4-7-2.8-11-1.2z" fill="#fff"/><path d="M16 17.2v10" stroke="#17324d" stroke-width="1.4"/></svg>'

/** The drawing in 32 by 32 pixels, a PNG in base64. */
const pixels =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAC0klEQVR4nOyXS0wTURSG/zszpShBK7WlVBCaaIgYCBRjakh4uBAR" +
  "8ZFoWPmIMe7dujKyNcGlicadOxcGVDDGVwyESAoTER+IoVKBUqDUBYRpaa9nqjUQIJ2ptN3wre5r7v/PfZzcI2EFpsozpiwWuQ7G" +
  "XYyzSjBYsRlw+DnjMjjrC3GxPSg/Dsa7WLxgqWpposp9xmBHCuEckxy4OjPY2fXPgNXZ3MggdCONRDlOqCbYzvLmXUYDG2ZgBUgj" +
  "6kosKaFyKduAS0izuIq61duypYsSFV3IGMwl0AnNnAHSlmgtipEEDnMYh4qVWLn/hxGeOQN0Q9oSdFJuD6Ht9DwqCsOr2uVxA249" +
  "M0H2GqEHlu9s4VoHVxYpeHTND0Fg6/ZH6W613rPCPa7dhKB14DZDFHfOBzYUj01GfbfPBWCUoth0A6W2MPaaIwnHFdOYAwVhaEWz" +
  "gTIdk5alwkCq0HwLPk1pv2Z6xq57C/aV7EFTvQv1R5wosluRvzsPc/O/kBMZQ86yBxH/W0Rme1d9I1rrIFpqsCiWYEFyIM+0A9Oz" +
  "AXgn/XjdO4Cnr3ox5p3SZsDn7kAiogE3lKGbNIMAY0UbBFNFwm9s1afWtOkORHGEvGq0fzgbK9+oTSy+EUkbUPn8fQIM/0fGb8GW" +
  "gS0DmQ/F9Dqdpgdi/srGUc8Eut70UQRz46dvBj7/HCxmExxFdux3FOJY7WE0UJRcyYt3/XjZ48a3MW8s4s0GgrBZzSi0WXC0phrH" +
  "69a+/GLaVufJbnqSN0InrqqDkCRRfddhUVEwMPQVeuHgzyVKl2SKJroN9A0OIzsri/4iCiW8jKQgbSHEw3dpKYJIgqVQKGlxVVPV" +
  "FoJyt4eS0StIM4zjsqotqpWFqZEv222l76nYQAcyFynkb3La6pc7n6h1Md6x6BsZNdjKHojgIbKnUHqeS2cjB5vBn/S8h/b8IaXn" +
  "FwJyx8d4128AAAD//6VScgYAAAAGSURBVAMAoJoAIDDjb4UAAAAASUVORK5CYII="

/** An ICO file with one picture: a directory of one entry (size, no palette, 1 plane, 32 bits a pixel), then the PNG. */
const favicon = (): Buffer => {
  const png = Buffer.from(pixels, "base64")
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** `/icon.svg` */
export const svg: Effect.Effect<Source> = Effect.succeed({ contentType: "image/svg+xml", text: drawing })

/** `/favicon.ico` */
export const ico: Effect.Effect<Source> = Effect.sync(() => ({
  contentType: "image/vnd.microsoft.icon",
  text: favicon()
}))
