import { type FunctionComponent, useState } from 'react'
import type { EChartsDrawing } from '../../charts/shared/contract.ts'
import { useDone } from '../../charts/shared/useReading.ts'
import type { DrawnProps } from './drawnProps.ts'
import css from './EChartsView.module.css'

interface Drawn extends DrawnProps {
  drawing: EChartsDrawing<Record<string, unknown>>
}

/** Reads a large result in several tasks before it is drawn. Until then, the last one stays. */
export default function LargeResult({ View, ...props }: Drawn & { View: FunctionComponent<Drawn> }) {
  const { drawing, formData, data, datasource } = props
  const [last, setLast] = useState<Pick<Drawn, 'formData' | 'data' | 'datasource'>>()
  if (!useDone(drawing.prepare, props)) {
    return last ? <View {...props} {...last} /> : <div className={css.view}>{props.waiting}</div>
  }
  if (last?.formData !== formData || last.data !== data || last.datasource !== datasource) {
    setLast({ formData, data, datasource })
  }
  return <View {...props} />
}
