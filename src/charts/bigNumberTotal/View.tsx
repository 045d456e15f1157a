import { figureText, metricColumn } from '../shared/bigNumber/figure.ts'
import { PictureView } from '../shared/bigNumber/PictureView.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { bigNumberTotalPicture } from './picture.ts'
import type { BigNumberTotalForm } from './query.ts'

export default function BigNumberTotal(props: ChartComponentProps<BigNumberTotalForm>) {
  const { formData: form, data, datasource, onMarkContextMenu: onMenu } = props
  const { figure } = figureText(metricColumn(data[0], form.metric)[0] ?? null, form, datasource, undefined)
  return (
    <PictureView
      picture={bigNumberTotalPicture(props)}
      drawn={props.picture}
      point={figure}
      onMenu={onMenu && ((at) => onMenu({ mask: null, drill: { filters: [] }, label: figure, ...at }))}
    />
  )
}
