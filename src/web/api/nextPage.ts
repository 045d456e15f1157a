import type { ListAnswer } from '../../model/wire/answers.ts'

/** The number of the page after these, if there is one. Servers may send fewer rows in a page than requested. */
export function nextPage(last: ListAnswer<unknown>, pages: readonly ListAnswer<unknown>[]): number | undefined {
  const loaded = pages.reduce((sum, { result }) => sum + result.length, 0)
  return last.result.length > 0 && loaded < last.count ? pages.length : undefined
}
