import { sameJson } from '../../../../model/dashboard/dashboardState.ts'

/** Legacy time keys became a filter when the chart was opened; keeping both would filter twice. */
const folded = new Set(['granularity_sqla', 'granularity', 'time_range', 'since', 'until'])

/** Keys from the address of the builder, which are not saved with the chart. */
const circumstances = new Set(['url_params', 'slice_id'])

/**
 * The form data to save. Unchanged values keep their saved format. Keys without a control are also kept, because other
 * programs may need them. `before` contains the saved chart, and the initial state of its controls.
 */
export function savedFormData(
  form: Record<string, unknown>,
  before: { saved: Record<string, unknown>; opened: Record<string, unknown> } | undefined,
): Record<string, unknown> {
  const controls = Object.fromEntries(Object.entries(form).filter(([key]) => !circumstances.has(key)))
  if (before === undefined || before.saved['viz_type'] !== form['viz_type']) return controls
  const { saved, opened } = before
  const isLegacy = Object.keys(saved).some((key) => folded.has(key) && Boolean(saved[key]))
  const kept = Object.entries(saved).filter(([key]) => {
    if (folded.has(key) || circumstances.has(key) || (isLegacy && key === 'adhoc_filters')) return false
    return sameJson(form[key], opened[key])
  })
  return { ...controls, ...Object.fromEntries(kept) }
}
