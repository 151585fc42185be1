import sharp from 'sharp'
import type { Payloads } from '#contract/commands.ts'

/** Returns a photo of a car, in base64. */
export async function photo(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const drawn = sharp({ create: { width: 640, height: 480, channels: 3, background: '#0e5a43', noise } })
  return (await drawn.jpeg().toBuffer()).toString('base64')
}

/** Returns an enquiry about a car, as the form creates it. */
export const enquiry = (carId: string, message: string): Payloads['enquiry.send'] => ({
  carId,
  carTitle: 'A car',
  name: 'Thandi Nkosi',
  email: 'thandi@example.test',
  countryCode: '+27',
  gsm: '821234567',
  message,
})
