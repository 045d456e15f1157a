import css from '../shared/bigNumber/PictureView.module.css'
import type { ChartComponentProps } from '../shared/contract.ts'
import { fontSans } from '../shared/theme.ts'
import { popKpiPicture } from './picture.ts'
import type { PopKpiForm } from './query.ts'

/** One value above its comparison, as SVG with real text. */
export default function PopKpi({ picture: drawn, ...props }: ChartComponentProps<PopKpiForm>) {
  const picture = popKpiPicture(props)
  const { width, height } = props.size
  return (
    <svg
      ref={drawn}
      className={css.picture}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily={fontSans}
      textAnchor={picture.isCentred ? 'middle' : undefined}
    >
      {picture.texts.map(({ role, x, baseline, text, fontSize, fontWeight, color }) => (
        <text key={`${role}-${x}`} data-role={role} x={x} y={baseline} fill={color} {...{ fontSize, fontWeight }}>
          {text}
        </text>
      ))}
    </svg>
  )
}
