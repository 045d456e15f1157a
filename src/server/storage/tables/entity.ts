import type { Generated } from 'kysely'

/** Columns of every editable entity. `version` is incremented with each change (ETag, If-Match). */
export interface Entity {
  id: Generated<number>
  uuid: string
  version: Generated<number>
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}
