interface Columns {
  mapbox_label: readonly string[]
  groupby: readonly unknown[]
  point_radius: string
}

/** The saved label that means the row count of each group. */
export const count = 'count'

/** The label of the points: a column, or the row count of each group; undefined without a label. */
export function labelOf({ mapbox_label: [label], groupby }: Pick<Columns, 'mapbox_label' | 'groupby'>) {
  // without groups, circles show the number of rows anyway
  return label === '' || (label === count && groupby.length === 0) ? undefined : label
}

export const radiusColumn = ({ point_radius: column }: Pick<Columns, 'point_radius'>) =>
  column === 'Auto' || column === '' ? undefined : column
