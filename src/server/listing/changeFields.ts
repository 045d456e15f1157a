import { elapsed, utcTime } from '../../model/wire/wireTime.ts'
import { nameOf, type People, personOf, profileUrl } from '../entities/people.ts'

interface Changes {
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}

/** Who created and changed a row, in all formats of lists. */
export function changeFields(row: Changes, people: People, now: number) {
  return {
    changed_by: personOf(people, row.changed_by),
    changed_by_name: nameOf(people, row.changed_by),
    changed_by_url: profileUrl(people, row.changed_by),
    changed_on_utc: utcTime(row.changed_on),
    changed_on_delta_humanized: elapsed(row.changed_on, now),
    created_by: personOf(people, row.created_by),
    created_on_delta_humanized: elapsed(row.created_on, now),
  }
}

/** The order expression for a column that refers to a user: a part of the user's name, or the id. */
export const nameOrder = (table: string, column: string, part: 'first_name' | 'last_name' | 'id') =>
  `(select users.${part} from users where users.id = ${table}.${column})`
