import type { DemoArticle } from './article.ts'

export const buying: readonly DemoArticle[] = [
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
