/** Legacy time keys became a filter when the chart was opened; keeping both would filter twice. */
const folded = new Set(['granularity_sqla', 'granularity', 'time_range', 'since', 'until'])

/**
 * What is saved of a chart: its controls, and what the chart was saved with before that no control of its type shows,
 * which other programs may need. `before` is the chart as saved and as its controls opened.
 */
export function savedFormData(
  form: Record<string, unknown>,
  before: { saved: Record<string, unknown>; opened: Record<string, unknown> } | undefined,
): Record<string, unknown> {
  const { url_params: _address, slice_id: _id, ...controls } = form
  if (before === undefined || before.saved['viz_type'] !== form['viz_type']) return controls
  const hidden = Object.entries(before.saved).filter(
    ([key]) => !Object.hasOwn(before.opened, key) && !folded.has(key) && key !== 'url_params' && key !== 'slice_id',
  )
  return { ...Object.fromEntries(hidden), ...controls }
}
