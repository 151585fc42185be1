// Stand-ins for external services, for development: run `npm run fakes`, then the server with the printed settings.
import { randomBytes, randomInt } from 'node:crypto'
import { fakeMailingList } from './fake-mailing-list.ts'
import { fakePayfast } from './listen.ts'
import { fakeChannel, fakeKey, fakeVideoPlatform } from './fake-video-platform.ts'

const list = await fakeMailingList(3901)
const made = (bytes: number) => randomBytes(bytes).toString('hex')
const merchant = { id: String(randomInt(1e7, 1e8)), key: made(6), passphrase: made(16) }
const pay = await fakePayfast({ merchant: () => merchant }, 3903)
const platform = await fakeVideoPlatform(3902)
platform.videos = ['Meet the Fortuner', 'Five cars under ₦3m', 'What a service book tells'].map(
  (title, at) => ({
    id: `fakevideo0${at + 1}`,
    title,
    publishedAt: new Date(Date.UTC(2026, 1, 10 - at)).toISOString(),
  }),
)
process.stdout.write(
  `YOUTUBE_URL=${platform.url}\nYOUTUBE_PICTURES_URL=${platform.url}\nYOUTUBE_API_KEY=${fakeKey}\nYOUTUBE_CHANNEL=${fakeChannel}\n`,
)
process.stdout.write(`MAILING_LIST_URL=${list.url}\n`)
process.stdout.write(
  `PAYFAST_URL=${pay.url}\nPAYFAST_MERCHANT_ID=${merchant.id}\nPAYFAST_MERCHANT_KEY=${merchant.key}\nPAYFAST_PASSPHRASE=${merchant.passphrase}\n`,
)
