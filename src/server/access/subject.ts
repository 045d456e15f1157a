/** Data permissions, from `data_grants` of all roles of the subject. */
export interface Grants {
  databases: ReadonlySet<number>
  /** `schemaGrant(databaseId, schema)` */
  schemas: ReadonlySet<string>
  datasets: ReadonlySet<number>
}

/** Shared folders that give a subject rights on their objects: folders with a right, and all folders below them. */
export interface FolderRights {
  /** includes the folders of `edit` */
  read: ReadonlySet<number>
  edit: ReadonlySet<number>
}

export interface SubjectUser {
  id: number
  username: string
  firstName: string
  lastName: string
  email: string
  isActive: boolean
  createdOn: number
  /** IANA name of the zone in which the user wants to see times. null for programs with a token. */
  timeZone?: string | null
  /** The language that the user chose. */
  language?: string
}

/** The scope of an API key: only reading, or everything that its owner may do. */
export type KeyScope = 'read' | 'all'

/** A row rule that applies to a subject. */
export interface RowRule {
  id: number
  groupKey: string | null
  /** SQL, possibly a template. */
  clause: string
  datasetIds: readonly number[]
}

/** A visitor of another site that embeds dashboards. */
export interface Guest {
  username: string
  firstName: string
  lastName: string
  /** The only dashboards that the guest may see. */
  dashboardIds: readonly number[]
}

/** The user, guest or anonymous visitor that makes a request, with the current permissions. */
export interface Subject {
  /** undefined: anonymous; the roles are then those of Public. */
  user: SubjectUser | undefined
  /** Set for the bearer of a guest token, who has no user. */
  guest?: Guest
  roles: readonly { id: number; name: string; permissions: readonly string[] }[]
  permissions: ReadonlySet<string>
  grants: Grants
  /** Set if the request carries an API key of the user. */
  apiKey?: { id: number; scope: KeyScope }
  /** The administrator who views the product as this user: the log names both. */
  viewedBy?: SubjectUser | undefined
  /** Folders that give rights on their objects; absent if there are none. */
  folders?: FolderRights | undefined
  /** The row rules that apply to the subject. They apply to administrators too. */
  rowRules: readonly RowRule[]
  /** Whether the subject passes all ownership and data checks. */
  isAdmin: boolean
}

/**
 * How a request proved its identity. Browsers send cookies automatically, so changes by cookie need a CSRF token as
 * well.
 */
export type Proof = 'session' | 'token' | 'none'

export const schemaGrant = (databaseId: number, schema: string | null) => `${databaseId}/${schema ?? ''}`

/** Whether the subject holds a permission pair such as `can_read:Chart`. */
export const has = (subject: Subject, permission: string) => subject.permissions.has(permission)

/** Whether the subject may read the data of every dataset. */
export const seesAllData = (subject: Subject) =>
  subject.isAdmin ||
  has(subject, 'all_datasource_access:all_datasource_access') ||
  has(subject, 'all_database_access:all_database_access')

/** Names of the only schema of the embedded engine: bundles of other installations contain `public`, or no name. */
const embeddedSchemas = ['main', 'public', null]

export interface DatabaseRef {
  id: number
  is_embedded: boolean
}

/** Whether the subject may read every table of a database; required to create a dataset from SQL. */
export const seesTables = (subject: Subject, { id, is_embedded }: DatabaseRef) =>
  seesAllData(subject) ||
  subject.grants.databases.has(id) ||
  (is_embedded && embeddedSchemas.some((schema) => subject.grants.schemas.has(schemaGrant(id, schema))))

/** Whether the subject may read every table of a schema; required to create a dataset from one of these tables. */
export const seesSchema = (subject: Subject, database: DatabaseRef, schema: string | null) =>
  seesTables(subject, database) || (schema !== null && subject.grants.schemas.has(schemaGrant(database.id, schema)))
