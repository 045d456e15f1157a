import { sql } from 'kysely'
import type { BundleErrors, BundleKind } from '../../model/bundle/bundle.ts'
import type { DatabaseMapping } from '../../model/bundle/importPlan.ts'
import type { FieldErrors } from '../../model/wire/fields.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import type { Author } from '../entities/changes.ts'
import { type Relation, relations } from '../entities/owners.ts'
import type { Services } from '../services.ts'
import type { Trx } from '../storage/schema.ts'
import { takeTurn } from './takeTurn.ts'

/** Services that an import needs. Without flags (imports by the server itself) everything is allowed. */
export type ImportServices = Pick<Services, 'db' | 'now' | 'keys'> & Partial<Pick<Services, 'flags'>>

/** Secrets that are masked in the files, keyed by file. */
export interface ImportSecrets {
  passwords?: Record<string, string>
  tunnelPasswords?: Record<string, string>
  tunnelKeys?: Record<string, string>
  tunnelKeyPasswords?: Record<string, string>
}

export interface ImportOrder extends ImportSecrets {
  /**
   * The expected kind of bundle; its objects are the main ones, the others are dependencies. Absent: any bundle, all
   * objects are main.
   */
  kind?: BundleKind | 'assets'
  /** The user who becomes owner of new objects. */
  author: Author
  /** The user whose permissions apply; absent for imports by the server itself, which may do everything. */
  subject?: Subject
  /** Replace existing main objects. Otherwise they are an error, or (for any bundle) are not changed. */
  overwrite?: boolean
  /** Databases of the bundle that are replaced by databases of this server. */
  mapping?: DatabaseMapping
}

/** The content of an import. */
export interface ImportRequest extends ImportSecrets {
  bundle: Buffer
  author: Author
  subject: Subject
  overwrite: boolean
  mapping?: DatabaseMapping
}

/** One import in its transaction: its permissions, and the errors so far. */
export interface ImportRun {
  trx: Trx
  services: ImportServices
  order: ImportOrder
  errors: BundleErrors
  /** Called for every object before it is written. */
  onDecision?: (step: { path: string; kind: BundleKind; decision: Decision; id: number | undefined }) => Promise<void>
}

/** What happens to an object of the bundle. */
export type Decision = 'create' | 'replace' | 'keep'

/**
 * The kinds of objects. Objects with owners follow the access rules, and only owners replace them. Databases have no
 * owners: access to their datasets is checked instead, and only administrators replace them.
 */
const kinds: Record<BundleKind, { name: string; owned?: { table: keyof typeof visible; owners: Relation } }> = {
  dashboard: { name: 'Dashboard', owned: { table: 'dashboards', owners: relations.dashboardOwners } },
  chart: { name: 'Chart', owned: { table: 'charts', owners: relations.chartOwners } },
  dataset: { name: 'Dataset', owned: { table: 'datasets', owners: relations.datasetOwners } },
  database: { name: 'Database' },
}

/**
 * Whether an object is created, replaced or left unchanged. Only main objects are replaced, and only by users who may
 * change them. Existing main objects are an error unless the request allows overwriting.
 */
export async function decide(
  run: ImportRun,
  kind: BundleKind,
  path: string,
  existing: { id: number } | undefined,
): Promise<Decision> {
  await takeTurn()
  const decision = await decisionOn(run, kind, path, existing)
  await run.onDecision?.({ path, kind, decision, id: existing?.id })
  return decision
}

async function decisionOn(
  run: ImportRun,
  kind: BundleKind,
  path: string,
  existing: { id: number } | undefined,
): Promise<Decision> {
  const { order, errors } = run
  const { name } = kinds[kind]
  if (!existing && mayCreate(run, kind)) return 'create'
  if (!existing || !(await isSeen(run, kind, existing.id))) {
    errors[path] = notCreated(kind)
    return 'keep'
  }
  const takesAll = order.kind === undefined || order.kind === 'assets'
  if (!takesAll && order.kind !== kind) return 'keep'
  if (!order.overwrite) {
    if (!takesAll) errors[path] = `${name} already exists and \`overwrite=true\` was not passed`
    return 'keep'
  }
  if (await mayReplace(run, kind, existing.id)) return 'replace'
  errors[path] = `${name} already exists and user doesn't have permission to overwrite it`
  return 'keep'
}

/** The error for an object that does not exist for the user, and that the user may not create. */
export const notCreated = (kind: BundleKind) =>
  `${kinds[kind].name} doesn't exist and user doesn't have permission to create ${kind}s`

const mayCreate = ({ order: { subject } }: ImportRun, kind: BundleKind) =>
  !subject || subject.permissions.has(`can_write:${kinds[kind].name}`)

/**
 * Whether the user may see an existing object. Otherwise the bundle may not use it, or knowing its uuid would give
 * access to it.
 */
async function isSeen({ trx, order: { subject } }: ImportRun, kind: BundleKind, id: number): Promise<boolean> {
  const { owned } = kinds[kind]
  if (!subject || !owned) return true
  return isThere(
    trx
      // tables that each have an id; their union type guarantees no more than that
      .selectFrom(owned.table as 'charts')
      .select('id')
      .where('id', '=', id)
      .where(visible[owned.table](subject)),
  )
}

/** The write rule of the access gate, checked inside the transaction: Admin, or owner. */
async function mayReplace({ trx, order: { subject } }: ImportRun, kind: BundleKind, id: number): Promise<boolean> {
  if (!subject || subject.isAdmin) return true
  const { owned } = kinds[kind]
  if (!owned) return false
  const { table, key, other } = owned.owners
  return isThere(
    trx
      // tables of id pairs; the query builder accepts no union of table types
      .selectFrom(table as 'chart_owners')
      .select(sql.ref<number>(key).as('id'))
      .where(sql.ref(key), '=', id)
      .where(sql.ref(other), '=', subject.user?.id ?? 0),
  )
}

const isThere = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length > 0

/** Adds an error about a field of a file. */
export function complain(errors: BundleErrors, path: string, fields: FieldErrors): void {
  const known = errors[path]
  errors[path] = typeof known === 'object' ? { ...known, ...fields } : fields
}

/** JSON text of a mapping, or null. */
export const jsonOrNull = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** The fields of a file that are not known here, for the column that stores them. */
export const extraOrNull = (extra: Record<string, unknown>) =>
  Object.keys(extra).length === 0 ? null : JSON.stringify(extra)
