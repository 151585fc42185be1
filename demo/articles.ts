import { recipeOf } from './pictures/vocabulary.ts'
import type { DrawnView } from './car/looks.ts'
import type { Picture } from '#contract/cars.ts'
import { articleTokens, excerptOf, plainOf, safeArticle, slugsOf } from '../server/blogs/blogs-rules.ts'
import { addBlog } from '../server/blogs/blogs-store.ts'
import type { Sql } from '../server/kernel/db/sql.ts'
import { demoId, randomOf, seedOf } from './random.ts'
import type { DemoPerson } from './people/sellers.ts'

/** An article of the demo: own words about cars as they are bought, sold and kept here. */
interface DemoArticle {
  title: string
  /** Key of a drawn picture. */
  picture: string
  html: string
}

const buying: readonly DemoArticle[] = [
  {
    title: 'Ten minutes with the engine cold',
    picture: 'suv-0e5a43-coast-flip-five',
    html: `<p>Ask the seller one thing before you set out: please do not start the car before I am there. A warm engine hides more than a fresh wash does.</p>
<h2>Before the key</h2>
<ul><li>Put your hand on the bonnet. Warm means that somebody started it for you.</li><li>Pull the dipstick. Oil may be dark; it may not be creamy, gritty or missing.</li><li>Open the expansion tank while it is cold. Coolant has a colour. Plain brown water has a story.</li><li>Look at the ground where the car slept, not where it stands now.</li></ul>
<h2>The first minute</h2>
<p>Stand behind the car while somebody else turns the key. A puff of white on a cold Highveld morning is water. Blue that stays is oil, and black that stays is fuel. Then listen: a rattle that goes after two seconds is a chain tensioner asking for attention, a knock that stays is an engine asking for money.</p>
<h2>The next nine</h2>
<p>Let it idle until the needle reaches the middle, with the air conditioner on. The fan should come in, the idle should not hunt, and no new light should join the dashboard. Only now drive it.</p>
<blockquote>A seller who minds ten quiet minutes minds something else.</blockquote>
<p>When the engine has passed, read <a href="/blog/how-to-read-a-service-book">the service book</a>.</p>`,
  },
  {
    title: 'How to read a service book',
    picture: 'sedan-bcc1c5-studio-side-ten',
    html: `<p>A full service history is a sentence that everybody says and few people check. It takes five minutes, and it is the cheapest inspection there is.</p>
<h2>Dates and kilometres</h2>
<p>Write down every stamp as a pair: the day and the reading. Both may only rise. A car that did 20,000 km a year until 2021 and 4,000 since then was parked, or its reading was helped.</p>
<h2>Who stamped it</h2>
<p>Ring one workshop, not all of them. Give the registration and ask when they saw the car last. Good workshops keep records for years and are proud of it.</p>
<h2>What was done</h2>
<ul><li><strong>Gearbox oil:</strong> often "sealed for life", and often the reason why that life was short.</li><li><strong>Timing belt:</strong> by kilometres or by years, whichever comes first.</li><li><strong>Brake fluid:</strong> every two years; nobody does it, so a car that had it was loved.</li></ul>
<p>No book at all? Then the price has to say so. Compare it with <a href="/listings">similar cars</a> and leave room for one large service in the first month.</p>`,
  },
  {
    title: 'Tokunbo or locally used: which one suits you?',
    picture: 'sedan-17191b-city-side-turbine',
    html: `<p>In Lagos the question comes before the make: foreign used, or Nigerian used? Both can be the right answer. They fail in different places.</p>
<h2>Foreign used</h2>
<p>A tokunbo car has driven on smooth roads and may have slept in salt or snow. Look under it, not at it: brake lines, subframe, the seams of the boot floor. Ask for the customs papers and read the chassis number on the car itself, digit by digit, against them. Many arrive after an accident that somebody repaired well, or did not.</p>
<h2>Locally used</h2>
<p>A Nigerian used car has met every pothole you will meet. Shock absorbers, bushes and the front wheels tell you how it was driven. Its papers are usually simpler, its history can be asked for, and its owner still lives around the corner.</p>
<h2>What decides it</h2>
<ul><li>Papers that agree with each other.</li><li>An independent mechanic, paid by you.</li><li>Parts that your own workshop can get in a week.</li></ul>
<p>Everything else is taste.</p>`,
  },
  {
    title: 'Buying from a private seller, calmly',
    picture: 'hatchback-b3221c-dusk-flip-five',
    html: `<p>Most private sellers are people like you, with one car and one free Saturday. A little order protects both sides.</p>
<h2>Before you meet</h2>
<p>Talk through the app first, and ask what no picture shows: how many keys, whose name is on the papers, is there finance on it, why now? Short, plain answers are a good sign.</p>
<h2>Where you meet</h2>
<p>In daylight, where other people are: the car park of a shopping centre, a bank, a testing station. Bring somebody. Never bring the money to the first look.</p>
<h2>What you check</h2>
<ol><li>The person and the papers have the same name.</li><li>The number on the car is the number on the papers.</li><li>A settlement letter from the bank, if a bank has a share in it.</li></ol>
<h2>How you pay</h2>
<p>By a transfer that both of you watch arrive, when the car is in front of you and the forms are signed. Nobody honest needs a deposit to hold a car that you have not seen.</p>`,
  },
  {
    title: 'The test drive that tells you something',
    picture: 'suv-1f5ba6-city-side-ten',
    html: `<p>Round the block proves that the car moves. Twenty minutes with a plan prove that you want it.</p>
<h2>Slow first</h2>
<p>Full lock to the left and to the right in an empty corner: clicking is a drive shaft, groaning is the steering. Reverse up a slope; a tired clutch or a lazy gearbox shows itself there first.</p>
<h2>Then rough</h2>
<p>Find the worst street you know and drive it with the radio off and the windows down. One knock a wheel is a bush. A boom is a shock absorber that has retired.</p>
<h2>Then fast</h2>
<p>On an open road, hold the wheel loosely at the limit. It should run straight. Brake once, firmly, with nobody behind you: straight again, and without a shiver in the pedal.</p>
<p>End where you began, leave the engine running and look under it once more. Then <a href="/book-test-drive">book the next one</a>, because comparing is the whole art.</p>`,
  },
  {
    title: 'What a car costs after you have bought it',
    picture: 'wagon-82888d-coast-flip-five',
    html: `<p>The price is paid once. These are paid every month, and they decide whether a cheap car is cheap.</p>
<ul><li><strong>Fuel.</strong> Take your own weekly kilometres, not the brochure's. Town traffic adds a third.</li><li><strong>Insurance.</strong> Ask for a quote before you buy: two cars of one price may be far apart. You can <a href="/insurance">ask us for one</a>.</li><li><strong>Tyres.</strong> Read the size on the side wall and ask what four of them cost. Nineteen inches look good and cost like it.</li><li><strong>Licence and roadworthy.</strong> Small, certain, and due when you least expect them.</li><li><strong>The first service.</strong> Always sooner than the seller says.</li></ul>
<h2>A rule that holds</h2>
<p>Keep one tenth of the price aside for the first year. If nothing happens you have a holiday. If something happens you have a car.</p>`,
  },
]

const keeping: readonly DemoArticle[] = [
  {
    title: 'Ready for the rain',
    picture: 'mpv-bcc1c5-city-side-five',
    html: `<p>The first rain of the season washes half a year of oil to the top of the road. Twenty minutes in the yard are worth more than good reflexes.</p>
<h2>Tyres</h2>
<p>The law asks for little more than one millimetre. Water asks for three. Put a coin into the groove; if you see its whole rim, you are swimming.</p>
<h2>Wipers and glass</h2>
<p>Rubber dies in the sun, not in the rain. New blades cost less than lunch. Wash the inside of the windscreen as well: the haze there is what blinds you at night.</p>
<h2>Lights</h2>
<p>Drive up to a wall at dusk and look at them: two dipped, two high, three brake lights. Ask a neighbour for the rear ones.</p>
<h2>Water on the road</h2>
<p>If you cannot see the bottom, let somebody else find it. Half a metre of moving water takes a bakkie with it, and one breath of it ends an engine.</p>`,
  },
  {
    title: 'A battery tells you before it leaves',
    picture: 'hatchback-1f5ba6-studio-side-ten',
    html: `<p>Heat kills batteries and cold reports the death. From Durban to Kano three years are normal and five are a gift.</p>
<h2>The signs</h2>
<ul><li>The starter is slower in the morning than in the evening.</li><li>The clock forgets the time.</li><li>The lights breathe with the engine.</li></ul>
<h2>The test</h2>
<p>A meter for the price of a pizza is enough. Rested overnight, 12.6 volts are full and 12.2 are half. With the engine running you want 13.8 to 14.6; less is the alternator, not the battery.</p>
<h2>The habit</h2>
<p>Short trips never fill it. Once a week, drive half an hour, or park a car that only stands with a small charger on it. Clean the white bloom from the terminals with warm water, and tighten them by hand and a quarter turn.</p>`,
  },
  {
    title: 'Long road, calm car: before a holiday drive',
    picture: 'suv-c0a263-dusk-flip-ten',
    html: `<p>Johannesburg to the coast, Lagos to the east: the roads that people love are the roads that find every weakness. Look a week before, so that there is time to mend what you find.</p>
<h2>A week before</h2>
<ul><li>Oil, coolant, brake fluid, screen wash.</li><li>Belts and hoses: press them; hard or soft, never crumbly.</li><li>The spare wheel: there, pumped up, and with its jack and its key.</li></ul>
<h2>The night before</h2>
<p>Pressure as the sticker in the door says for a full car, measured cold. Heavy things low and forward. Nothing loose on the shelf behind heads.</p>
<h2>On the way</h2>
<p>Every two hours, ten minutes on your feet. Watch the temperature on long climbs and switch off the air conditioner before the needle asks for it. Drive by day where you can: cattle do not wear lights.</p>
<p>And download the cars you like before you leave the signal; what you <a href="/saved">saved</a> opens without it.</p>`,
  },
  {
    title: 'The small service you can do yourself',
    picture: 'pickup-82888d-coast-flip-five',
    html: `<p>Not everything needs a lift. These four need a Saturday, a torch and clean hands afterwards.</p>
<h2>Air filter</h2>
<p>Two clips. Hold it against the light: if you see no light, the engine breathes through a blanket. On gravel roads twice as often as the book says.</p>
<h2>Cabin filter</h2>
<p>Usually behind the glove box. You will not believe what you have been breathing.</p>
<h2>Bulbs</h2>
<p>In pairs, because the other one is as old. Do not touch the glass.</p>
<h2>Fluids</h2>
<p>Top up with exactly what the book names, a little at a time. Too much oil is as bad as too little, and mixing two colours of coolant makes jelly.</p>
<blockquote>Write down what you did, with the day and the kilometres. You have just begun the service history that you will want to sell the car with.</blockquote>`,
  },
  {
    title: 'Kilometres or years: what ages a car?',
    picture: 'minibus-f4f4f1-city-side-steel',
    html: `<p>Which one would you take: five years and 180,000 km, or twelve years and 60,000? Most people point at the second. Often the first is right.</p>
<h2>What kilometres wear</h2>
<p>Clutch, shock absorbers, wheel bearings, seats. All of it can be seen, felt and replaced. Kilometres on an open road are gentle: one gear, warm oil, few stops.</p>
<h2>What years wear</h2>
<p>Rubber, plastic, seals, wiring. Hoses harden, tyres crack with full tread, fuel turns to varnish in a car that stands. Little of it can be seen, and it fails one part after the other.</p>
<h2>What decides</h2>
<p>Use. A taxi that is serviced on the day outlives a Sunday car that is forgotten. So ask less how far and more how: who drove it, where did it sleep, and what was done when.</p>`,
  },
]

const selling: readonly DemoArticle[] = [
  {
    title: 'Photographs that sell a car',
    picture: 'convertible-b3221c-coast-flip-ten',
    html: `<p>People look at the first picture for one second. Give that second to the car.</p>
<h2>The light</h2>
<p>An hour after sunrise or an hour before sunset, with the sun behind you. Noon makes holes out of wheel arches and mirrors out of bonnets.</p>
<h2>The height</h2>
<p>Kneel. At the height of the headlights a car looks as it does in your memory. From standing height it looks as it does in a car park.</p>
<h2>The order</h2>
<ol><li>Front corner, the whole car in the frame, with some ground before it.</li><li>Side, rear corner, straight from behind.</li><li>Front seats, dashboard, the reading of the kilometres.</li><li>Rear seats, boot, engine.</li><li>One wheel, close enough to read the tyre.</li></ol>
<p>Then the scratch. A picture of the worst spot brings fewer calls and better ones, because whoever comes has seen it.</p>
<p>Wash it, take the air freshener down, and <a href="/post/ad">introduce your car</a>.</p>`,
  },
  {
    title: 'A price that starts conversations',
    picture: 'sedan-1d2f52-dusk-flip-turbine',
    html: `<p>There is the price you hope for, the price you paid, and the price the market answers to. Only the third one matters, and you can look it up.</p>
<h2>Find your neighbours</h2>
<p>Search for your model, two years up and two years down, and look at the cars in your province. Leave out the dearest and the cheapest two. What remains is the street you live in.</p>
<h2>Move yourself in it</h2>
<ul><li>Full history, one owner, new tyres: the upper end.</li><li>High kilometres, an accident, a service that is due: the lower end, and say why.</li></ul>
<h2>Leave room, but little</h2>
<p>People expect to talk. Five in a hundred is a conversation; twenty is a reason not to call. A car that has stood for a month at a brave price is looked at as if something were wrong with it.</p>
<p>Change the price once, clearly, rather than every three days.</p>`,
  },
  {
    title: 'Write the ad you would like to read',
    picture: 'hatchback-d96a1e-city-side-five',
    html: `<p>"Clean car, drives well, serious buyers only" is what nobody has ever searched for. Say what can be checked.</p>
<h2>The first line</h2>
<p>Year, make, model, kilometres, and the one thing that sets it apart: one owner, diesel, seven seats, tow bar.</p>
<h2>The middle</h2>
<p>What was done and when. Brakes in March, battery last winter, four tyres with 20,000 km on them. Dates sell better than adjectives.</p>
<h2>The honest part</h2>
<p>Name what is worn or broken, in one plain sentence each. It builds more trust than everything above it, and it spares you the buyer who finds it and wants a third off.</p>
<h2>The end</h2>
<p>Why you sell, and when one can see it. Leave phone numbers and addresses out of the text: the form has a place for them, and it is a safer one.</p>`,
  },
  {
    title: 'Handing over the keys without headaches',
    picture: 'pickup-f4f4f1-dusk-flip-steel',
    html: `<p>The deal is done when the papers are, not when the hands are shaken. Do these on the same day.</p>
<h2>In South Africa</h2>
<p>Give notice of the change of ownership yourself. Until the register knows, fines and toll slips are yours. Keep a copy of the buyer's identity document and the signed form, with the time on it: at 15:40 it was still your car, at 15:45 it was not.</p>
<h2>In Nigeria</h2>
<p>Write a receipt with the chassis and engine numbers, both names, both signatures and a witness. Hand over the original papers, keep pictures of every page, and see the change of ownership begin at the licensing office.</p>
<h2>Everywhere</h2>
<ul><li>Clear your phone from the car, and the garage remote.</li><li>Take the tracker off your account and the car off your insurance, in this order.</li><li>Mark the ad as sold. Somebody is about to ask for a day off to see it.</li></ul>`,
  },
  {
    title: 'Five messages to be careful with',
    picture: 'coupe-43484c-studio-side-turbine',
    html: `<p>People who want to trick you write all day, so they write alike. These five come back every month.</p>
<ol><li><strong>"I buy it unseen, my shipper collects it."</strong> A car is the last thing one buys unseen.</li><li><strong>"I paid too much by mistake, please send the rest back."</strong> The payment was never there; what you send back is.</li><li><strong>"Confirm with the code you just received."</strong> That code opens your account, not a sale.</li><li><strong>"Here is the link where you accept the money."</strong> Money does not need to be accepted on a page that you have never seen.</li><li><strong>"Take the ad down, a deposit is on its way."</strong> When it is there, you can.</li></ol>
<h2>What helps</h2>
<p>Stay in the chat of the app for the first messages. Meet where people are. Believe your bank's own app and nothing that was sent to you as a picture. When in doubt, wait a day: nobody honest minds.</p>`,
  },
]

const day = 86_400_000

/** About one a week, the newest of yesterday; some were corrected since. */
export async function writeArticles(
  sql: Sql,
  o: { seed: number; today: number; people: readonly DemoPerson[]; pictures: readonly Picture[] },
): Promise<void> {
  const author = o.people.find(({ role }) => role === 'admin')?.id ?? null
  for (const [i, article] of demoArticles.entries()) {
    const random = randomOf(seedOf(o.seed, 'article', i))
    const published = o.today - (1 + i * 7 - (i === 0 ? 0 : random.whole(0, 3))) * day + 8 * 3_600_000
    const id = demoId(published, random)
    const description = safeArticle(article.html)
    const plain = plainOf(description)
    const [slug] = slugsOf({ id, title: article.title })
    await addBlog(sql, {
      id,
      slug,
      author,
      title: article.title,
      description,
      excerpt: excerptOf(description),
      image: o.pictures[i]?.url ?? '',
      blur: o.pictures[i]?.blur ?? '',
      search_tokens: articleTokens(article.title, plain),
      published_at: new Date(published),
      updated_at: new Date(published),
    })
  }
}

/** In turns, so that every page has something for everybody. */
export const demoArticles: readonly DemoArticle[] = buying.flatMap((article, i) =>
  [article, selling[i], keeping[i]].filter((one) => one !== undefined),
)

/** What their pictures show; drawn before the transaction that writes the articles. */
export const articleViews: readonly DrawnView[] = demoArticles.map(({ title, picture }) => {
  const recipe = recipeOf(picture)
  if (!recipe) throw new Error(`Nobody can draw the picture of "${title}"`)
  return { recipe, shows: title }
})
