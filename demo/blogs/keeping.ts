import type { DemoArticle } from './article.ts'

export const keeping: readonly DemoArticle[] = [
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
