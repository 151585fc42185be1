interface ComingPage {
  /** First part of the address. */
  start: string
  title: string
  /** What a person will be able to do here. */
  what: string
  way?: { href: string; label: string }
}

const browse = { href: '/listings', label: 'Browse cars' }
const signIn = { href: '/login', label: 'Login' }

const pages: readonly ComingPage[] = [
  {
    start: '/listings',
    title: 'Cars for sale',
    what: 'Every car on offer, with filters.',
    way: { href: '/', label: 'Home' },
  },
  { start: '/listing/', title: 'Meet the car', what: 'One car with its pictures, its facts and its seller.' },
  { start: '/saved', title: 'Saved cars', what: 'The cars you saved, also without signal.' },
  { start: '/outbox', title: 'Waiting to be sent', what: 'What waits on this phone for a signal.' },
  { start: '/dealers', title: 'Dealers', what: 'All dealerships, by city, with the cars they offer.' },
  {
    start: '/dealer/',
    title: 'Dealer',
    what: 'One dealership: who they are, where, and every car they offer.',
  },
  { start: '/insurance', title: 'Insurance', what: 'Ask for an insurance quote for your car.' },
  {
    start: '/book-test-drive',
    title: 'Book A Test Drive',
    what: 'Choose a car, a day and a place, and a dealer will confirm.',
  },
  {
    start: '/subscriptions',
    title: 'Subscriptions',
    what: 'Packages for selling: more ads, chat and enquiries.',
  },
  {
    start: '/profile',
    title: 'Profile',
    what: 'Your details, your ads and what people ask about them.',
    way: signIn,
  },
  { start: '/chat', title: 'Chat', what: 'Talk to buyers and sellers without giving your number away.' },
  {
    start: '/post/ad',
    title: 'Sell A Car',
    what: 'Introduce your car: photos first, then its story and its price.',
  },
  {
    start: '/contact',
    title: 'Contact',
    what: 'Write to us; until then, our details are at the foot of each page.',
  },
  { start: '/thankyou', title: 'Thank you', what: 'Your message is on its way.' },
]

/** What will be at an address that is not built yet. */
export function comingPageOf(path: string): ComingPage & { way: { href: string; label: string } } {
  const page = pages.find((p) =>
    p.start.endsWith('/') ? path.startsWith(p.start) : path === p.start || path.startsWith(`${p.start}/`),
  )
  return {
    ...(page ?? { start: path, title: 'Soon', what: 'Something is being built here.' }),
    way: page?.way ?? browse,
  }
}
