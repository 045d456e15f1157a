import type { Db } from '../storage/schema.ts'
import { linkTo } from './link.ts'

/** A user as shown in responses: never with more fields. */
export interface Person {
  id: number
  username: string
  first_name: string
  last_name: string
}

export type People = ReadonlyMap<number, Person>

/** The users with these ids (null and duplicates allowed), in one query. */
export async function findPeople(db: Db, ids: Iterable<number | null>): Promise<People> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** `{id, first_name, last_name}` or null: how relations to a user are shown. */
export function personOf(people: People, id: number | null) {
  const person = id === null ? undefined : people.get(id)
  return person ? { id: person.id, first_name: person.first_name, last_name: person.last_name } : null
}

export const fullName = (person: Person | undefined) => (person ? `${person.first_name} ${person.last_name}` : '')

export const nameOf = (people: People, id: number | null) => (id === null ? '' : fullName(people.get(id)))

/** Address of a user's profile page; empty without a user. */
export function profileUrl(people: People, id: number | null): string {
  const person = id === null ? undefined : people.get(id)
  return person ? `/superset/profile/${person.username}` : ''
}

/** A link to the profile page of a user for older clients; empty without a user. */
export function linkToPerson(people: People, id: number | null): string {
  const person = id === null ? undefined : people.get(id)
  return person ? linkTo(`/superset/profile/${encodeURIComponent(person.username)}/`, fullName(person)) : ''
}

type OwnerTable = 'chart_owners' | 'dashboard_owners' | 'dataset_owners'
const ownerKeys = { chart_owners: 'chart_id', dashboard_owners: 'dashboard_id', dataset_owners: 'dataset_id' } as const

/** Owners of each of these objects, by name; an empty list for objects without owners. */
export async function findOwners(db: Db, table: OwnerTable, ids: number[]): Promise<Map<number, Person[]>> {
  const owners = new Map<number, Person[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return owners
  const key = ownerKeys[table]
  // The three tables have the same columns, but the query builder accepts no union of table types.
  const rows = await db
    .selectFrom(table as 'chart_owners')
    .innerJoin('users', 'users.id', `${table as 'chart_owners'}.user_id`)
    .select([`${key as 'chart_id'} as object_id`, 'users.id', 'username', 'first_name', 'last_name'])
    .where(key as 'chart_id', 'in', ids)
    .orderBy('users.id')
    .execute()
  for (const { object_id, ...person } of rows) owners.get(object_id)?.push(person)
  return owners
}

export const shortPerson = ({ id, first_name, last_name }: Person) => ({ id, first_name, last_name })
