/** What people of the demo write to each other. `<` asks, `>` answers for the car; an empty line is the next day. */
export interface Talk {
  /** Days before today on which it begins. */
  ago: number
  /** Minutes until the first answer. */
  took: number
  /** The last message has not been read. */
  unread?: true
  lines: string
}

/** With the demo dealer, in South Africa. The first line of each is the opening message of its car. */
export const dealerTalks: readonly Talk[] = [
  {
    ago: 3,
    took: 12,
    unread: true,
    lines: `
> Good day, yes, it is still here. When would you like to come and see it?
< Saturday morning would suit me, around 10?
> 10 is perfect. Ask for Sipho at the gate, we are opposite the garage.
< Sharp. Does it still have the service plan?
> It does, until next year October or 90 000 km. I can send you the book.

< Morning Sipho. My brother-in-law is a mechanic, may I bring him along?
> Of course, we are happy about anybody who looks properly. The lift is free until 11.
< Great, see you then. One more thing: is there a spare key?`,
  },
  {
    ago: 6,
    took: 25,
    lines: `
> Hello, thanks for asking. It is available, and the roadworthy was done last week.
< How many owners did it have?
> Two. The last one was a teacher from Randburg who drove it to school and back.
< And any accidents?
> A scratch on the rear bumper, which we resprayed. Nothing else, you will see it in the report.
< Thank you, that is honest. I will talk to my wife tonight.`,
  },
  {
    ago: 11,
    took: 31,
    lines: `
> Good morning! Yes, still on the floor.
< Would you do a trade-in on a 2014 Polo? 156 000 km, one dent on the left door.
> We would. Please send the registration papers and we give you a figure the same day.
< Let me look for them.

< Found them. I will come past after work.
> We are here until half past five.`,
  },
  {
    ago: 15,
    took: 38,
    lines: `
> Good day. It is here, and you are welcome to drive it.
< Is the price negotiable? I would pay cash.
> A little, for a cash buyer. Come and see it first, then we sit down over a coffee.
< Fair enough 🙂`,
  },
  {
    ago: 22,
    took: 90,
    lines: `
> Hi, sorry for the wait, we were at the licensing department. Yes, it is available.
< No stress. Do you deliver to Polokwane?
> We do, every second Thursday. The truck is R1 900, or you collect it and we fill the tank.
< Full tank it is. I will take the bus down.`,
  },
  {
    ago: 31,
    took: 180,
    lines: `
> Good afternoon. It is still for sale.
< Did you get finance for people who are self-employed before?
> Often. The bank wants six months of statements and your tax number. I can send you the form.
< Please do.
> Sent to the address of your profile.`,
  },
  {
    ago: 38,
    took: 600,
    lines: `
> Good morning, we found your message only now. Yes, it is here.
< Thank you, but I bought another one on Monday. All the best!
> Enjoy it, and drive safely. You know where we are.`,
  },
]

/** With the demo seller, in Nigeria. */
export const sellerTalks: readonly Talk[] = [
  {
    ago: 1,
    took: 18,
    unread: true,
    lines: `
> Good evening. Yes, it is available. Are you in Lagos?
< Yes, Surulere. What is the last price, please?
> The price is a little negotiable, but please come and inspect it first.
< No wahala. Can I come with my mechanic tomorrow, after the rain?
> Tomorrow is fine. Park by the estate gate and call me, the security man knows.
< God bless. Is the AC chilling well? In this traffic I cannot manage without AC o 😅`,
  },
  {
    ago: 4,
    took: 7,
    lines: `
> Good afternoon, thank you for your interest. Yes, it is.
< Is it first body?
> Yes, accident free, and the paint is the factory one. Only the front bumper was touched up.
< And the custom papers?
> Complete. I will show you the originals when you come.
< Okay ma. I will confirm with my oga and get back to you.`,
  },
  {
    ago: 9,
    took: 45,
    lines: `
> Hello, yes, still available.
< Can you hold it for me until month end? I will pay a deposit.
> I would rather not take a deposit without you seeing it. Whoever comes first with the money takes it, sorry.
< I understand, that is fair.`,
  },
]

/** The demo seller asks the demo dealer: both can be signed in to, side by side. */
export const betweenThem: Talk = {
  ago: 2,
  took: 22,
  unread: true,
  lines: `
> Good day, it is here. Are you in Johannesburg?
< I am in Lagos, I ask for my sister. She has just moved to Sandton for work.
> Then she is around the corner from us. She can come any day until half past five.
< She does not know much about cars, so please be patient with her o.
> Of course. We will show her everything, and you can join on a video call if you want.
< That would be very kind. Is Friday at 4 okay?
> Friday at 4 is in the book, under your name.`,
}

/** One that is longer than a screen: a family buys a car, from the first question to the first service. */
export const longTalk: Talk = {
  ago: 34,
  took: 16,
  lines: `
> Good morning! Yes, it is still available. Is it for yourself?
< For my wife. She drives the kids to school in Midrand and hates our old one.
> Then she should drive it. How many children?
< Three, and a dog that thinks it is a child.
> Then you want the boot. It takes two prams flat, we have tried it.
< Ha, you have tried it?
> My sister has twins.
< What is the real fuel consumption? Not the brochure.
> Around 7,5 in town, 6,2 on the N1 if nobody is in a hurry.
< Nobody in this house is ever not in a hurry.
> Then say 8.
< Honest man. And the tyres?
> New in front, the rear ones have about half left. We can put new ones on as part of the deal.
< Let me speak to the boss and come back to you.
> No problem at all. Have a lovely day.

< Morning Sipho. The boss says yes to looking at it.
> Wonderful. Today or tomorrow?
< Tomorrow. Can we come with all three?
> Please. There is a corner with crayons.
< You are prepared for everything.
> We lost two sales to bored five-year-olds. Never again.
< 😂
< Does the aircon reach the back row?
> It does, there are two vents at their feet.
< And ISOFIX?
> On both outer seats.
< Perfect. 9:30?
> 9:30. Bring your licence, both of you, then you can both drive.
< Will do.
> See you tomorrow.

< We are running 15 minutes late, N1 is standing still.
> No stress, the coffee is warm.
< At the gate now.
> Coming.
< Thank you for this morning. She loves it.
> It was a pleasure. The youngest left a shoe here.
< Of course she did.
> It is in the office, size very small, with a unicorn.
< That is the one. I will pick it up.
> How did it feel on the highway?
< Smooth. A bit of wind noise at the driver's window?
> The rubber there is old. We replace it before you get the car.
< And the little light that came on?
> Tyre pressure, after the new ones. It is reset now.
< Good. Then let us talk about money.
> Gladly. Cash, finance, or a bit of both?
< Both. We have a deposit and the old car.
> Tell me about the old car.
< 2012, 210 000 km, full history until 2019, then my cousin.
> Your cousin is a mechanic?
< My cousin is an optimist.
> 😂 Bring it past, we look at it kindly.

> Good morning. I have the figure for the old car for you.
< Am I sitting down?
> Sit down anyway. It is a little more than you hoped.
< You are joking.
> The engine is fine. Your cousin did well.
< I will never be allowed to forget this. When can we sign?
> The bank needs payslips of three months, a utility bill and your ID.
< Sending them tonight.
> Please not in the chat: use the form of the bank, then nobody else sees them.
< Good point. Thanks for that.
> We have seen too many scams. If anybody asks you for money on our behalf, phone me first.
< I will remember that.
> Have a good evening.

< Forms are in.
> Received on their side, they say two working days.
< So, Thursday?
> Thursday, or Friday if somebody there has a birthday.
< Can she choose the number plate?
> A personal one takes six weeks. A normal one is ready at once.
< Normal is fine. We are not that kind of family.
> Insurance: do you have somebody?
< With our bank. What do they need?
> The VIN and a photo of the licence disc. Both are in the papers I gave you.
< Found them. Thanks.
> And they want a tracker for this one. We fit it here, half a day.
< Include it please.
> Done.

> Good news: approved.
< On a Wednesday!
> No birthdays this week.
< The kids are jumping. Literally. The neighbours are asking.
> Shall we say Saturday for the handover?
< Saturday 10?
> 10 it is. It will be washed, full tank, new rubber at the window.
< And the unicorn shoe.
> And the unicorn shoe.
< What must we bring?
> Both IDs, proof of insurance, and the old car with both keys.
< There is only one key.
> The optimist?
< The optimist.
> One key is fine.
< Do you take a photo with the bow?
> Only if you want. Some people like it, some hide.
< The kids will insist.
> Then the bow comes out.

< Good morning! We are on our way.
> Everything is ready, it is standing in front.
< 10 minutes.
> 👍
< Home safe. She has not stopped smiling.
> That makes our week. Thank you for trusting us.
< One question, how do I pair a second phone?
> Hold the phone button for five seconds, then choose "add". It keeps two.
< Works. Thanks!
> Any time.

< Hi Sipho, when is the first service due?
> At 15 000 km or in a year, what comes first.
< And do we have to come to you?
> Any registered workshop will do, just let them stamp the book.
< We would come to you anyway, for the crayons.
> We have bought new ones.
< My neighbour is looking for something smaller, I gave her your number.
> Much appreciated. There is a little hatchback coming in next week that she might like.
< I will tell her. What year?
> 2019, one owner, low mileage. Photos on Monday.
< Perfect. Thanks again for everything.
> Thank you. Greetings to the boss, and to the dog.`,
}
