import { dialects } from '../../engine/dialects/index.ts'
import { parseObject } from '../../model/wire/json.ts'

/** The switches of a database that are stored in its `extra`, as the contract returns them. */
export function databaseSwitches({ id, backend, extra }: { id: number; backend: string; extra: string | null }) {
  const set = parseObject(extra)
  const { cost_estimate_enabled: estimates, explore_database_id, allows_virtual_table_explore: explores } = set
  const canEstimate = Object.hasOwn(dialects, backend) && dialects[backend]?.estimates === true
  return {
    allows_subquery: true,
    // clients treat null as not allowed
    allows_cost_estimate: estimates === true && canEstimate ? true : null,
    // allowed unless it is switched off
    allows_virtual_table_explore: explores !== false,
    explore_database_id: typeof explore_database_id === 'number' ? explore_database_id : id,
    disable_data_preview: set['disable_data_preview'] === true,
  }
}
