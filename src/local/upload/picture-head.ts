import { sniffPicture, type PictureType } from '#contract/sync/uploads.ts'

/** What the first bytes of a picture say, before anything is decoded: a decoded camera picture fills the memory. */
export interface PictureHead {
  type: PictureType
  /** As stored; a camera may have turned it. */
  width: number
  height: number
}
/** This much of a file is enough to find its size in. */
export const headBytes = 1024 * 1024

type Size = Omit<PictureHead, 'type'>

/** Undefined for what is no picture of ours, `size` missing where it was not found. */
export function readHead(bytes: Uint8Array): (Partial<Size> & { type: PictureType }) | undefined {
  const type = sniffPicture(bytes)
  if (type === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return { type, ...readers[type](view) }
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return { type }
    throw error
  }
}

const readers: Record<PictureType, (view: DataView) => Size | undefined> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
}

/** Start of frame: C0 to CF without the tables among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    // Fill bytes.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
}

function webpSize(view: DataView): Size | undefined {
  const low24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (view.getUint32(12)) {
    // "VP8X"
    case 0x56503858:
      return { width: low24(24) + 1, height: low24(27) + 1 }
    // "VP8L"
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    // "VP8 "
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return undefined
  }
}
