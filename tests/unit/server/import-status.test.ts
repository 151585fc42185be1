import { expect, test } from 'vitest'
import { carStatusOf } from '../../../server/import/table/status.ts'

/** A car that is sold, away or not yet available is never published, whatever the words of its status. */

const not = (status: string | undefined, texts: string) =>
  texts.split(', ').filter((text) => carStatusOf(text) !== status)

test('A car that is sold or handed over is sold', () => {
  expect(
    not(
      'sold',
      `Sold, SOLD - J. Smith, Delivered, Delivered to customer, Sale completed, Sale complete, Completed, Handed over, Collected,
      Invoiced, Verkauft, Ausgeliefert, Sold - awaiting collection, sold (pending delivery), Sold no longer available`.replace(
        /\s+/g,
        ' ',
      ),
    ),
  ).toEqual([])
})

test('A car that is away, promised or still to come is not public', () => {
  expect(
    not(
      'inactive',
      `Awaiting delivery, Awaiting collection, Withdrawn from sale, Removed from stock, Not live, Not yet in stock, Due into stock,
      DUE_IN, SALE_IN_PROGRESS, Sales hold, On hold, Not for sale, No longer available, NotForSale, InActive, In_Active, Sale agreed,
      Deposit taken, Pending delivery, In transit, Available soon, Coming soon, Expected 12 May, Out of stock, In prep, In recon,
      Offline, OFF, no, 0, false, Nicht verfügbar, Reserviert, Im Zulauf, not sold - reserved, WASTEBIN, Deleted, unlisted, Not advertised`.replace(
        /\s+/g,
        ' ',
      ),
    ),
  ).toEqual([])
})

test('A car is public where all words of its status say so', () => {
  expect(
    not(
      'active',
      `Active, available, Available now, In stock, InStock, Stock, For sale, FORECOURT, Live, Yes, 1, TRUE, Unsold, Not sold,
      not yet sold, Aktiv, Verfügbar, Sofort verfügbar, Auf Lager, zu verkaufen, Still available, Published, On display, Car is available,
      new arrival, Active - in stock`.replace(/\s+/g, ' '),
    ),
  ).toEqual([])
})

test('What may be either is no status', () => {
  expect(
    not(
      undefined,
      `Wholesale, Sold/Available, To be sold, Trade, Stock take, Free delivery, Available from 1 March, Available in May, Ready for delivery,
      Relive, Liver, Stockholm, Live auction, Magic, Sales, Delivered to showroom, x, 2, Collected from port`.replace(
        /\s+/g,
        ' ',
      ),
    ),
  ).toEqual([])
})
