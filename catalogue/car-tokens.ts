import { carTags, type TaggedFacts } from './tags.ts'
import { textTokens } from './words.ts'

/** What a search looks for in a car beside its columns. */
export interface TokenFacts extends TaggedFacts {
  make: string
  model: string
  year: number
}

/** The words of title, make, model and year, each once. */
export function titleTokens(car: Pick<TokenFacts, 'title' | 'make' | 'model' | 'year'>): string[] {
  return textTokens(`${car.title} | ${car.make} | ${car.model} | ${car.year}`)
}

/** Its words, and its tags. */
export function tokensOf(car: TokenFacts): string[] {
  return [...titleTokens(car), ...carTags(car)]
}
