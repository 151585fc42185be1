// Creates malicious or broken picture files.
import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

interface Size {
  width?: number
  height?: number
}
type Type = 'jpeg' | 'png' | 'webp'

/** Returns a picture that no other test has. */
export function noise(type: Type = 'jpeg', { width = 320, height = 240 }: Size = {}): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const
  return sharp(randomBytes(width * height * 3), { raw })
    .toFormat(type)
    .toBuffer()
}

const chunk = (name: string, data: Buffer): Buffer => {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}
/** Offset of the first chunk after the header. */
const afterHeader = 33

/** Returns a PNG whose header claims this size. */
export async function boastingPng(width: number, height: number): Promise<Buffer> {
  const png = await noise('png', { width: 8, height: 8 })
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** Returns a PNG whose pixels are correctly compressed zeros: a few kilobytes that decompress to hundreds of megabytes. */
export function packedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 })
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Returns a PNG with a text chunk that decompresses to this many bytes. */
export async function wordyPng(bytes: number): Promise<Buffer> {
  const png = await noise('png', { width: 64, height: 64 })
  const words = Buffer.concat([
    Buffer.from('Comment\0\0'),
    deflateSync(Buffer.alloc(bytes, 65), { level: 9 }),
  ])
  return Buffer.concat([png.subarray(0, afterHeader), chunk('zTXt', words), png.subarray(afterHeader)])
}

/** Returns an animated PNG: it announces 2 frames, and the still picture is the first. */
export async function movingPng(): Promise<Buffer> {
  const png = await noise('png', { width: 64, height: 64 })
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(64, 4)
  frame.writeUInt32BE(64, 8)
  frame.writeUInt16BE(100, 20)
  frame.writeUInt16BE(1000, 22)
  const first = Buffer.concat([chunk('acTL', control), chunk('fcTL', frame)])
  return Buffer.concat([png.subarray(0, afterHeader), first, png.subarray(afterHeader)])
}

/** Returns a WebP whose header claims 16,383 pixels on each side. */
export async function boastingWebp(): Promise<Buffer> {
  const still = await sharp(await noise('png', { width: 8, height: 8 }))
    .webp({ lossless: true })
    .toBuffer()
  // Width and height have 14 bits each, minus one, after the signature of the lossless format.
  const side = 16_383 - 1
  still.writeUInt32LE(((still.readUInt32LE(21) & 0xf0000000) | side | (side << 14)) >>> 0, 21)
  return still
}

export async function movingWebp(): Promise<Buffer> {
  const frames = await Promise.all([noise('png'), noise('png')])
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** Returns a progressive JPEG whose last scan is repeated: each costs the decoder as much as the whole picture. */
export async function endlessJpeg(passes: number): Promise<Buffer> {
  const jpeg = await sharp(await noise('png'))
    .jpeg({ progressive: true })
    .toBuffer()
  const last = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: passes }, () => last),
    jpeg.subarray(-2),
  ])
}

/** Returns a file that is both a JPEG and a ZIP archive: pictures are read from the front, archives from the end. */
export async function jpegAndZip(): Promise<Buffer> {
  const [jpeg, page] = [await noise(), Buffer.from('<script>alert("polyglot")</script>')]
  const packed = deflateRawSync(page)
  const name = Buffer.from('polyglot.html')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(crc32(page), 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(page.length, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  local.copy(central, 12, 10, 30)
  central.writeUInt32LE(jpeg.length, 42)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(jpeg.length + local.length + name.length + packed.length, 16)
  return Buffer.concat([jpeg, local, name, packed, central, name, end])
}

/** Returns a JPEG that contains an HTML page in its comment. */
export async function jpegAndPage(): Promise<Buffer> {
  const jpeg = await noise()
  const page = Buffer.from('<!--polyglot--><html><script>alert("polyglot")</script></html>')
  const comment = Buffer.alloc(4)
  comment.set([0xff, 0xfe])
  comment.writeUInt16BE(page.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), comment, page, jpeg.subarray(2)])
}

/** Returns the beginning of a HEIC picture, as iPhones take them. */
export const heic = (): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), randomBytes(2000)])

/** Returns a picture in CMYK colours. */
export const cmyk = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 150, channels: 3, background: colour } })
    .toColourspace('cmyk')
    .jpeg({ quality: 95 })
    .toBuffer()
