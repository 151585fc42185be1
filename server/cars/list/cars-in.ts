import { carPage, type CarCard, type ListQuery } from '#contract/cars.ts'
import type { ListService } from './list-service.ts'

const nobody = { user: undefined, author: () => false }

/** The cars of one page of a list as everybody sees them. */
export async function carsIn(list: ListService, query: ListQuery): Promise<readonly CarCard[]> {
  const answer = await list.answer(await list.questions.read(JSON.stringify(query), query), nobody)
  return 'plain' in answer ? carPage.parse(JSON.parse(answer.plain.toString())).data : answer.data
}
