import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { can, hasFlag } from '../api/bootstrap.ts'
import { drillTexts } from './drillTexts.ts'

/** Whether the user may drill into a chart: only into charts of datasets, not of queries of SQL Lab. */
const mayDrill = (formData: Record<string, unknown>) =>
  (can('can_explore', 'Superset') || can('can_drill', 'Dashboard')) &&
  String(formData['datasource']).endsWith('__table')

/** Whether the user may see the rows behind a chart. */
export const canDrill = (formData: Record<string, unknown>): boolean =>
  hasFlag('DRILL_TO_DETAIL') && can('can_samples', 'Datasource') && mayDrill(formData)

/** Whether the user may group the rows behind a mark by other columns. */
export const canDrillBy = (formData: Record<string, unknown>): boolean => hasFlag('DRILL_BY') && mayDrill(formData)

/** Why the rows behind a chart are not offered; undefined if they are. */
export const detailRefusal = (formData: Record<string, unknown>, { hidesRows }: ChartDatasource) =>
  hidesRows ? drillTexts.hidden : formData['query_mode'] === 'raw' ? drillTexts.ungrouped : undefined
