/** Rights on data, from `data_grants` of all roles of the subject. */
export interface Grants {
  databases: ReadonlySet<number>
  /** `schemaGrant(databaseId, schema)` */
  schemas: ReadonlySet<string>
  datasets: ReadonlySet<number>
}

export interface SubjectUser {
  id: number
  username: string
  firstName: string
  lastName: string
  email: string
  isActive: boolean
  createdOn: number
}

/** A row rule that holds for a subject. */
export interface RowRule {
  id: number
  groupKey: string | null
  /** SQL, may be a template. */
  clause: string
  datasetIds: readonly number[]
}

/** Who makes a request, with the rights of this moment. */
export interface Subject {
  /** undefined: anonymous; the roles are then those of Public. */
  user: SubjectUser | undefined
  roles: readonly { id: number; name: string; permissions: readonly string[] }[]
  permissions: ReadonlySet<string>
  grants: Grants
  /** By id. They bind administrators too. */
  rowRules: readonly RowRule[]
  /** Passes ownership and data checks. */
  isAdmin: boolean
}

/** How a request proved who it is. A cookie travels by itself, so state changes by it need a token as well. */
export type Proof = 'session' | 'token' | 'none'

export const schemaGrant = (databaseId: number, schema: string | null) => `${databaseId}/${schema ?? ''}`

/** Whether the subject holds a permission pair such as `can_read:Chart`. */
export const has = (subject: Subject, permission: string) => subject.permissions.has(permission)

/** Sees the data of every dataset. */
export const seesAllData = (subject: Subject) =>
  subject.isAdmin ||
  has(subject, 'all_datasource_access:all_datasource_access') ||
  has(subject, 'all_database_access:all_database_access')

/** Names of the one schema of the embedded engine: bundles of other sites say `public`, or nothing. */
const embeddedSchemas = ['main', 'public', null]

export interface DatabaseRef {
  id: number
  is_embedded: boolean
}

/** Sees every table of a database; needed to make a dataset of SQL. */
export const seesTables = (subject: Subject, { id, is_embedded }: DatabaseRef) =>
  seesAllData(subject) ||
  subject.grants.databases.has(id) ||
  (is_embedded && embeddedSchemas.some((schema) => subject.grants.schemas.has(schemaGrant(id, schema))))

/** Sees every table of a schema; needed to make a dataset of one. */
export const seesSchema = (subject: Subject, database: DatabaseRef, schema: string | null) =>
  seesTables(subject, database) || (schema !== null && subject.grants.schemas.has(schemaGrant(database.id, schema)))
