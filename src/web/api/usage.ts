import { queryOptions } from '@tanstack/react-query'
import type { UsageAnswer, UsageAsked } from '../../model/usage/usageForm.ts'
import { postJson } from './client.ts'

export type Usage = UsageAnswer['result']

export type UsageQuestion = Pick<UsageAsked, 'kind' | 'ids'> & Partial<UsageAsked>

/** The objects that use other objects, or columns and metrics of a dataset. */
export async function loadUsage(question: UsageQuestion, signal?: AbortSignal): Promise<Usage> {
  return (await postJson<UsageAnswer>('/api/v1/usage/', question, { signal })).result
}

/** Loaded again for each dialog, because users decide about a deletion based on it. */
export const usageQuery = (question: UsageQuestion) =>
  queryOptions({
    queryKey: ['usage', question],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => loadUsage(question, signal),
  })

/** Whether anything uses the objects. */
export const isUsed = (usage: Usage): boolean => Object.values(usage).some(({ count }) => count > 0)
