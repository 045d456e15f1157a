import { has, type Subject } from '../access/subject.ts'
import { notYourQuery } from './faults.ts'
import type { StoredQuery } from './queryAnswer.ts'

/** @throws AppError 403 if the user may not read the query and its results */
export function checkQueryOwner(subject: Subject, query: Pick<StoredQuery, 'user_id'>): void {
  const isOwn = subject.user !== undefined && query.user_id === subject.user.id
  if (!isOwn && !seesAllQueries(subject)) throw notYourQuery()
}

export const seesAllQueries = (subject: Subject) => subject.isAdmin || has(subject, 'all_query_access:all_query_access')
