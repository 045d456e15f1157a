interface Columns {
  mapbox_label: readonly string[]
  groupby: readonly unknown[]
  point_radius: string
}

/** The label that counts the rows of groups. */
export const count = 'count'

/** The column of labels, or the count of groups; undefined without one. */
export function labelOf({ mapbox_label: [label], groupby }: Pick<Columns, 'mapbox_label' | 'groupby'>) {
  // the circles count rows that are not grouped anyway
  return label === '' || (label === count && groupby.length === 0) ? undefined : label
}

export const radiusColumn = ({ point_radius: column }: Pick<Columns, 'point_radius'>) =>
  column === 'Auto' || column === '' ? undefined : column
