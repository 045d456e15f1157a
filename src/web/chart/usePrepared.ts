import { useState } from 'react'
import type { EChartsDrawing } from '../../charts/shared/contract.ts'
import { useDone } from '../../charts/shared/useReading.ts'
import type { DrawnProps } from './drawnProps.ts'

interface Drawn extends DrawnProps {
  drawing: EChartsDrawing<Record<string, unknown>>
}

/**
 * The props when their result is read, which takes several tasks if it is large. Before that they have the last result
 * that was drawn; undefined if there is none.
 */
export function usePrepared(props: Drawn): Drawn | undefined {
  const { drawing, formData, data, datasource } = props
  const [last, setLast] = useState<Pick<Drawn, 'formData' | 'data' | 'datasource'>>()
  if (!useDone(drawing.prepare, props)) return last && { ...props, ...last }
  const isNew = last?.formData !== formData || last.data !== data || last.datasource !== datasource
  if (drawing.prepare && isNew) setLast({ formData, data, datasource })
  return props
}
