/** The item that is dragged from the source panel to a control: a column or a saved metric of the dataset. */
export interface DragItem {
  kind: 'column' | 'metric'
  name: string
}

const key = 'sextantItem'

export const dragData = (item: DragItem): Record<string, unknown> => ({ [key]: item })

export const dragItemOf = (data: Record<string | symbol, unknown>) => data[key] as DragItem | undefined
