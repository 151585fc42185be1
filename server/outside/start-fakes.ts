// Stand-ins for services outside, for work on this machine: `npm run fakes`, then the server with the settings it says.
import { fakeMailingList } from './mailing-list/fake-mailing-list.ts'

const list = await fakeMailingList(3901)
process.stdout.write(`MAILING_LIST_URL=${list.url}\n`)
