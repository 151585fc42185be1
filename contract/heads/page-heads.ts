import type { Head } from './head.ts'

const hidden = (title: string) => ({ title, noIndex: true }) as const

/** Head of every address of the app until its screen knows better (R-NAV-01 to R-NAV-29). */
const heads = {
  '/': { title: 'Cars personified' },
  '/listings': { title: 'Cars for sale' },
  '/listing/:slug': { title: 'Car' },
  '/saved': hidden('Saved cars'),
  '/viewed': hidden('Recently viewed'),
  '/compare': hidden('Compare cars'),
  '/storage': hidden('Storage on this phone'),
  '/outbox': hidden('Waiting to be sent'),
  '/dealers': { title: 'Dealers' },
  '/dealer/:id': { title: 'Dealer' },
  '/blog': { title: 'News & Reviews' },
  '/blog/:slug': { title: 'News & Reviews' },
  '/newsletter/confirm/:token': hidden('Confirm your newsletter'),
  '/newsletter/unsubscribe/:token': hidden('Unsubscribe'),
  '/insurance': { title: 'Insurance' },
  '/book-test-drive': { title: 'Book A Test Drive' },
  '/test-drive/:token': hidden('Your test drive'),
  '/contact': { title: 'Contact' },
  '/login': hidden('Login'),
  '/register': hidden('Register'),
  '/forgot-password': hidden('Forgot password'),
  '/reset-password/:id': hidden('Reset password'),
  '/user/verify/:id': hidden('Verify your e-mail'),
  '/account': hidden('Sign-in and security'),
  '/subscriptions': { title: 'Subscriptions' },
  '/order/:id': hidden('Your order'),
  '/receipt/:id': hidden('Receipt'),
  '/profile': hidden('Profile'),
  '/admin': hidden('Running the place'),
  '/import': hidden('Import ads'),
  '/post/ad': hidden('Sell A Car'),
  '/post/ad/:id': hidden('Edit your ad'),
  '/chat': hidden('Chat'),
  '/services': { title: 'Services' },
  '/about': { title: 'About' },
  '/privacy': { title: 'Privacy' },
  '/terms': { title: 'Terms' },
  '/faqs': { title: 'FAQs' },
  '/thankyou': hidden('Thank you'),
} as const satisfies Readonly<{ [path: string]: Head }>

export type PagePath = keyof typeof heads

/** The address as the table of routes has it, with its head. */
export const pageHead = <P extends PagePath>(path: P): Head & { path: P } => ({ path, ...heads[path] })

export const pagePaths = Object.keys(heads) as readonly PagePath[]

/** Of an address that the app does not have (R-NAV-29). */
export const unknownHead: Head = { title: 'Page not found (404)', noIndex: true }
/** Of a car, a dealer or an article that there is not. */
export const missingHead: Head = { title: '404', noIndex: true }
