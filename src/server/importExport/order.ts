import type { BundleErrors, BundleKind } from '../../model/bundle/bundle.ts'
import type { FieldErrors } from '../../model/wire/fields.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import type { Author } from '../entities/changes.ts'
import type { Services } from '../services.ts'
import type { Trx } from '../storage/schema.ts'

/** What an import needs of the server. */
export type ImportServices = Pick<Services, 'db' | 'now' | 'keys'>

export interface ImportOrder {
  /** Kind of bundle that is expected; its objects are the main ones, the others come along. Absent: any bundle, all main. */
  kind?: BundleKind | 'assets'
  /** Becomes owner of what is new. */
  author: Author
  /** Whose rights count; absent for the server's own imports, which may do everything. */
  subject?: Subject
  /** Replace main objects that exist already. Without it they are an error, or (any bundle) left as they are. */
  overwrite?: boolean
  /** File -> password of its database. */
  passwords?: Record<string, string>
}

/** One import in its transaction: what it may do, and what went wrong so far. */
export interface ImportRun {
  trx: Trx
  services: ImportServices
  order: ImportOrder
  errors: BundleErrors
}

/** What happens to an object of the bundle. */
export type Decision = 'create' | 'replace' | 'keep'

const kindNames: Record<BundleKind, string> = {
  dashboard: 'Dashboard',
  chart: 'Chart',
  dataset: 'Dataset',
  database: 'Database',
}

/**
 * Whether an object is made, replaced or left as it is. Only main objects are replaced, and only by who may change
 * them; main objects that exist are an error unless the caller said so.
 */
export async function decide(
  run: ImportRun,
  kind: BundleKind,
  path: string,
  existing: { id: number } | undefined,
): Promise<Decision> {
  const { order, errors } = run
  const name = kindNames[kind]
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

/** Complaint about an object that is not there for the caller, and that he may not make. */
export const notCreated = (kind: BundleKind) =>
  `${kindNames[kind]} doesn't exist and user doesn't have permission to create ${kind}s`

const mayCreate = ({ order: { subject } }: ImportRun, kind: BundleKind) =>
  !subject || subject.permissions.has(`can_write:${kindNames[kind]}`)

/**
 * Whether the caller sees an object that is here already; else the bundle may not use it, or its uuid would be a key to
 * it. Databases are named by the datasets in them, which are asked about themselves.
 */
async function isSeen({ trx, order: { subject } }: ImportRun, kind: BundleKind, id: number): Promise<boolean> {
  if (!subject || kind === 'database') return true
  const table = tables[kind]
  return isThere(
    trx
      // three tables that have an id each; the union of their types says no more than that
      .selectFrom(table as 'charts')
      .select('id')
      .where('id', '=', id)
      .where(visible[table](subject)),
  )
}
const tables = { dashboard: 'dashboards', chart: 'charts', dataset: 'datasets' } as const

/** The gate's rule for writing, asked inside the transaction: Admin, or owner (databases: Admin only). */
async function mayReplace({ trx, order }: ImportRun, kind: BundleKind, id: number): Promise<boolean> {
  const { subject } = order
  if (!subject || subject.isAdmin) return true
  const userId = subject.user?.id ?? 0
  switch (kind) {
    case 'dashboard':
      return isThere(
        trx
          .selectFrom('dashboard_owners')
          .select('user_id')
          .where('dashboard_id', '=', id)
          .where('user_id', '=', userId),
      )
    case 'chart':
      return isThere(
        trx.selectFrom('chart_owners').select('user_id').where('chart_id', '=', id).where('user_id', '=', userId),
      )
    case 'dataset':
      return isThere(
        trx.selectFrom('dataset_owners').select('user_id').where('dataset_id', '=', id).where('user_id', '=', userId),
      )
    case 'database':
      return false
  }
}

const isThere = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length > 0

/** Adds a complaint about a field of a file. */
export function complain(errors: BundleErrors, path: string, fields: FieldErrors): void {
  const known = errors[path]
  errors[path] = typeof known === 'object' ? { ...known, ...fields } : fields
}

/** JSON text of a mapping, or null. */
export const jsonOrNull = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** What a file said beyond the known fields, for the column that keeps it. */
export const extraOrNull = (extra: Record<string, unknown>) =>
  Object.keys(extra).length === 0 ? null : JSON.stringify(extra)
