import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import type { BooleanColumn } from './schema.ts'

/** The type guarantees completeness: a missing boolean column does not compile. */
const booleanColumns: Record<BooleanColumn, true> = {
  is_active: true,
  is_builtin: true,
  is_managed: true,
  expose_in_sqllab: true,
  allow_run_async: true,
  allow_file_upload: true,
  allow_ctas: true,
  allow_cvas: true,
  allow_dml: true,
  impersonate_user: true,
  is_managed_externally: true,
  is_embedded: true,
  is_plan: true,
  is_current: true,
  filter_select_enabled: true,
  is_sqllab_view: true,
  normalize_columns: true,
  always_filter_main_dttm: true,
  filterable: true,
  groupby: true,
  is_dttm: true,
  published: true,
  select_as_cta: true,
  select_as_cta_used: true,
  active: true,
  autorun: true,
  hide_left_bar: true,
  expanded: true,
  force_screenshot: true,
  can_edit: true,
}

/**
 * SQLite has no booleans: results contain 0 and 1. Columns are recognized by name, so a query that renames a boolean
 * column gets the number. (Parameters are converted where they are bound.)
 */
export class BooleanColumns implements KyselyPlugin {
  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return args.node
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const first = args.result.rows[0]
    if (!first) return args.result
    const names = Object.keys(first).filter((name) => name in booleanColumns)
    if (names.length > 0) {
      for (const row of args.result.rows) {
        for (const name of names) if (row[name] !== null) row[name] = row[name] === 1
      }
    }
    return args.result
  }
}
