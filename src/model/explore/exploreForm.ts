import { sameJson } from '../dashboard/dashboardState.ts'

/** A chart's controls by name, as saved. */
export type ExploreForm = Record<string, unknown>

/** Keys that are not controls: where a chart was opened from, not what it shows. */
const circumstances = new Set(['slice_id', 'url_params', 'dashboards', 'applied_time_extras', 'extra_form_data'])

/** Names of the controls whose values differ between two forms. A missing value equals an empty one. */
export function changedControls(before: ExploreForm, after: ExploreForm): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !circumstances.has(name) && !sameJson(given(before[name]), given(after[name])))
}

function given(value: unknown): unknown {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined
  return value
}
