import { can, hasFlag } from '../api/bootstrap.ts'

/** Whether the user may see the rows behind a chart. Rows come from datasets only, not from queries of SQL Lab. */
export const canDrill = (formData: Record<string, unknown>): boolean =>
  hasFlag('DRILL_TO_DETAIL') &&
  can('can_samples', 'Datasource') &&
  (can('can_explore', 'Superset') || can('can_drill', 'Dashboard')) &&
  String(formData['datasource']).endsWith('__table')
