import type { NewCar } from '../../server/cars/cars-write.ts'
import type { Random } from '../random.ts'

/** The ad without its description, and other facts for the text. */
export interface DescriptionFacts extends Omit<NewCar, 'description' | 'pictures' | 'created_at'> {
  name: string
  age: number
  km: string
  isNew: boolean
  dealer: boolean
}

type Line = (t: DescriptionFacts) => string
const lower = (text: string) => text.toLowerCase()
/** Puts `a` or `an` in front, by the sound of the first letter. */
const one = (word: string) =>
  `${/^[aeiou]|^8|^11|^18|^SUV|^MPV/i.test(word) && !/^u[^n]/i.test(word) ? 'an' : 'a'} ${word}`
const gear = (t: DescriptionFacts) =>
  t.transmission.startsWith('Semi') ? 'semi-automatic' : lower(t.transmission)
const bodyWord = (t: DescriptionFacts) =>
  t.bodytype === 'SUV' || t.bodytype === 'MPV' ? t.bodytype : lower(t.bodytype)
const power = (t: DescriptionFacts) =>
  t.fueltype === 'Electric' ? `${t.engine} battery` : `${t.engine} ${lower(t.fueltype)} engine`

const ownVoice: readonly Line[] = [
  (t) =>
    `Hello, I am a ${t.year} ${t.name}, ${lower(t.exteriorcolor)} outside and ${lower(t.interiorcolor)} inside, and I live in ${t.city}.`,
  (t) =>
    `They call me the ${lower(t.exteriorcolor)} one. I am a ${t.year} ${t.name} and I have seen ${t.km} of road so far.`,
  (t) => `I am a ${t.name} from ${t.year}, looking for someone who likes driving as much as I do.`,
  (t) =>
    `Some of us were made for parking lots. I am ${one(bodyWord(t))} that was made for ${t.drive === '4WD' ? 'gravel and mud' : 'the road'}, and ${t.city} knows me well.`,
]
const privateVoice: readonly Line[] = [
  (t) =>
    `I am selling my ${t.year} ${t.name}. It has been with me through school runs, weddings and long weekends, and it never left me standing.`,
  (t) =>
    `This ${t.name} has been my daily car in ${t.city}. I am moving to something bigger, so it is time for a new home.`,
  (t) =>
    `My ${lower(t.exteriorcolor)} ${t.name} needs a new driver. I looked after it the way I would want the next owner to.`,
  (t) =>
    `We bought this ${t.name} for the family and it did everything we asked. The children have grown, the car has not.`,
  (t) =>
    `I do not really want to sell, but two cars in one yard is one too many. Meet my ${t.year} ${t.name}.`,
]
const dealerVoice: readonly Line[] = [
  (t) =>
    `We are proud to introduce this ${t.year} ${t.name}, on our floor in ${t.city} and ready for its next chapter.`,
  (t) => `Our workshop went over this ${t.name} from bumper to bumper before we put it outside.`,
  (t) =>
    `Few ${lower(t.exteriorcolor)} ${t.make} cars stay with us for long. Come and sit in this ${t.name} while it is here.`,
  (t) => `We took this ${t.year} ${t.name} in from a careful owner and kept everything that came with it.`,
]
const newVoice: readonly Line[] = [
  (t) =>
    `Brand new and still smelling of the showroom: a ${t.year} ${t.name} that nobody has called theirs yet.`,
  (t) =>
    `We have just taken the covers off this ${t.year} ${t.name}. The first real kilometre is yours to drive.`,
]
const facts: readonly Line[] = [
  (t) =>
    `The ${power(t)} works with ${one(`${gear(t)} gearbox`)} and drives ${driven(t)}. The clock stands at ${t.km}.`,
  (t) =>
    `You get the ${power(t)}, ${one(`${gear(t)} gearbox`)} and ${t.km} on the clock; the picture of the dashboard shows it.`,
  (t) =>
    `It runs on ${runsOn(t)}, ${shifts(t)} and shows ${t.km}. Starting in the morning is quick and quiet.`,
]
const care: readonly Line[] = [
  (t) =>
    `The ${lower(t.interiorcolor)} cabin is clean, nobody ever smoked in it, and every switch does what it should.`,
  (t) =>
    t.fueltype === 'Electric'
      ? 'Battery health was read out at the last service and the report comes with it.'
      : 'Oil, filters and brake pads were done at the last service and the book is stamped.',
  (t) =>
    `There are small marks where ${one(bodyWord(t))} of this age has small marks. Better said now than found later.`,
  () => 'Tyres have plenty of tread left and the spare has never touched the ground.',
  (t) => `The ${lower(t.exteriorcolor)} paint still shines after a wash, and the papers are in order.`,
  () => 'Suspension, lights and cooling were checked this month. Nothing rattles, nothing drips.',
]
const farewell: readonly Line[] = [
  (t) => `Come and see it in ${t.city}, bring a friend who knows cars and take your time.`,
  () => 'Write to me here and we will find an hour for a drive.',
  () => 'Viewing is by appointment, in daylight, and a test drive is part of it.',
  () => 'The price is fair; a sensible offer will always get an answer.',
  (t) => `Say hello, ask anything, and take it round the block in ${t.city}.`,
]

function runsOn(t: DescriptionFacts): string {
  if (t.fueltype === 'Electric') return 'electricity'
  return t.fueltype === 'Hybrid'
    ? 'petrol with a battery to help'
    : t.fueltype === 'LPG Autogas'
      ? 'gas'
      : lower(t.fueltype)
}

function shifts(t: DescriptionFacts): string {
  if (t.transmission === 'Manual') return 'shifts by hand'
  return t.transmission === 'Automatic' ? 'shifts by itself' : 'shifts at a touch'
}

function driven(t: DescriptionFacts): string {
  if (t.drive === 'FWD') return 'the front wheels'
  return t.drive === 'RWD' ? 'the rear wheels' : 'all four wheels'
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const paragraph = (...lines: readonly string[]) => `<p>${escape(lines.join(' '))}</p>`

/** Returns a few paragraphs and sometimes a list, without any address or phone number. */
export function description(t: DescriptionFacts, random: Random): string {
  const own = random.chance(0.25)
  const openings = own ? ownVoice : t.isNew ? newVoice : t.dealer ? dealerVoice : privateVoice
  const used = t.isNew ? [] : random.some(care, random.whole(1, 3)).map((line) => line(t))
  const listed = random.some(t.carfeatures, Math.min(5, t.carfeatures.length))
  const list =
    listed.length >= 3 && random.chance(0.7)
      ? `<p>${own ? 'What I bring along' : 'On board'}:</p><ul>${listed.map((f) => `<li>${escape(f)}</li>`).join('')}</ul>`
      : ''
  return [
    paragraph(random.pick(openings)(t)),
    paragraph(random.pick(facts)(t), ...used),
    list,
    paragraph(random.pick(farewell)(t)),
  ].join('')
}
