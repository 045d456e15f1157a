import { isDeepStrictEqual } from 'node:util'
import type { Bundle, BundleErrors, BundleKind } from '../../model/bundle/bundle.ts'
import { differencesOf, type ImportPlan, type PlanStep } from '../../model/bundle/importPlan.ts'
import { EXAMPLES_DATABASE_UUID, ensureExamplesDatabase } from '../embedded/tables.ts'
import type { Trx } from '../storage/schema.ts'
import { type BundleSource, readSource, writeObjects } from './importBundle.ts'
import { objectFile } from './objectFile.ts'
import type { Decision, ImportOrder, ImportRun, ImportServices } from './order.ts'

interface Decided {
  kind: BundleKind
  decision: Decision
  id: number | undefined
  /** The file of an object that will be replaced. */
  before: unknown
}

/** Thrown inside the transaction to roll it back. */
class Planned extends Error {}

/** Executes work in a transaction that is rolled back. */
export async function rolledBack({ db }: Pick<ImportServices, 'db'>, work: (trx: Trx) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx)
      throw new Planned()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Planned)) throw error
    })
}

/**
 * What an import would do: it is executed in a transaction that is rolled back, so that every rule of the import
 * applies. Nothing changes. Throws AppError for a file that is not a bundle.
 */
export async function planImport(
  services: ImportServices,
  source: BundleSource,
  order: ImportOrder,
): Promise<ImportPlan> {
  const { bundle, errors, databases } = await readSource(services, source, order)
  const decided = new Map<string, Decided>()
  const after = new Map<string, unknown>()
  const key = services.keys.for('secrets')
  await rolledBack(services, async (trx) => {
    await prepareExamples(trx, services, bundle)
    const run: ImportRun = {
      trx,
      services,
      order,
      errors,
      onDecision: async ({ path, kind, decision, id }) => {
        const before = decision === 'replace' && id !== undefined ? await objectFile(trx, kind, id, key) : undefined
        decided.set(path, { kind, decision, id, before })
      },
    }
    await writeObjects(run, bundle)
    for (const [path, { kind, decision, id }] of decided)
      if (decision === 'replace' && id !== undefined) after.set(path, await objectFile(trx, kind, id, key))
  })
  const secrets = secretsIn(errors)
  return { steps: stepsOf(bundle, errors, decided, after), databases, secrets }
}

/** Creates the embedded database of the examples as an import does, but it is rolled back with the plan. */
export async function prepareExamples(
  trx: Trx,
  { now }: ImportServices,
  { databases }: Pick<Bundle, 'databases'>,
): Promise<void> {
  if (databases.some(({ config }) => config.uuid === EXAMPLES_DATABASE_UUID)) await ensureExamplesDatabase(trx, now)
}

function stepsOf(
  bundle: Bundle,
  errors: BundleErrors,
  decided: ReadonlyMap<string, Decided>,
  after: ReadonlyMap<string, unknown>,
): PlanStep[] {
  const named: [BundleKind, { path: string; name: string }[]][] = [
    ['dashboard', bundle.dashboards.map(({ path, config }) => ({ path, name: config.dashboard_title }))],
    ['chart', bundle.charts.map(({ path, config }) => ({ path, name: config.slice_name }))],
    ['dataset', bundle.datasets.map(({ path, config }) => ({ path, name: config.table_name }))],
    ['database', bundle.databases.map(({ path, config }) => ({ path, name: config.database_name }))],
  ]
  const steps = named.flatMap(([kind, objects]) =>
    objects.map(({ path, name }) => stepOf({ path, kind, name }, errors, decided.get(path), after.get(path))),
  )
  const known = new Set(steps.map(({ path }) => path))
  return [...steps, ...unreadable(errors, known)]
}

/** What happens to one object: its errors, what was decided, and its file after the import. */
export function stepOf(
  { path, kind, name }: Pick<PlanStep, 'path' | 'kind' | 'name'>,
  errors: BundleErrors,
  step: Pick<Decided, 'decision' | 'before'> | undefined,
  after: unknown,
): PlanStep {
  const conflicts = complaintsOf(errors[path]).filter((text) => !isSecret(text))
  const isReplaced = step?.decision === 'replace'
  const { differences, omitted } = isReplaced ? differencesOf(step.before, after) : { differences: [], omitted: 0 }
  const action =
    conflicts.length > 0
      ? 'conflict'
      : isReplaced
        ? isDeepStrictEqual(step.before, after) || differences.length === 0
          ? 'same'
          : 'change'
        : step?.decision === 'create'
          ? 'create'
          : 'keep'
  return { path, kind, name, action, differences, omitted, conflicts }
}

const folders: Record<string, BundleKind> = { databases: 'database', datasets: 'dataset', charts: 'chart' }

/** Steps for files with errors from which no object could be read. */
const unreadable = (errors: BundleErrors, known: ReadonlySet<string>): PlanStep[] =>
  Object.entries(errors).flatMap(([path, error]) =>
    known.has(path)
      ? []
      : [
          {
            path,
            kind: folders[path.slice(0, path.indexOf('/'))] ?? 'dashboard',
            name: path.split('/').pop() ?? path,
            action: 'conflict' as const,
            differences: [],
            omitted: 0,
            conflicts: complaintsOf(error),
          },
        ],
  )

const isSecret = (text: string) => text.startsWith('Must provide a ')

/** The texts of the contract about missing passwords and keys, by file. */
export function secretsIn(errors: BundleErrors): Record<string, string[]> {
  const entries = Object.entries(errors).map(([path, error]) => [path, complaintsOf(error).filter(isSecret)] as const)
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0))
}

/** The errors of a file as texts: `params: Not a valid mapping`. */
function complaintsOf(error: unknown, place = ''): string[] {
  if (error === undefined) return []
  if (Array.isArray(error)) return error.flatMap((each) => complaintsOf(each, place))
  if (typeof error === 'object' && error !== null)
    return Object.entries(error).flatMap(([key, inner]) => complaintsOf(inner, key === '_schema' ? place : key))
  return [place === '' ? String(error) : `${place}: ${String(error)}`]
}
