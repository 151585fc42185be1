import type { DemoArticle } from './article.ts'

export const selling: readonly DemoArticle[] = [
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
