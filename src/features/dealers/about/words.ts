const some = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** "25 minutes", "2 hours", "3 days": never less than was counted. */
export function withinText(minutes: number): string {
  if (minutes <= 55) return some(minutes <= 5 ? 5 : Math.ceil(minutes / 5) * 5, 'minute')
  if (minutes <= 23 * 60) return some(Math.ceil(minutes / 60), 'hour')
  return some(Math.ceil(minutes / (24 * 60)), 'day')
}

/** Where a map looks for an address; an app of the phone takes it over where there is one. */
export function mapLink(address: string, city: string): string {
  const place = city === '' || address.includes(city) ? address : `${address}, ${city}`
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
