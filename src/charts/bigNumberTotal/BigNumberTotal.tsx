import { PictureView } from '../shared/bigNumber/PictureView.tsx'
import type { ChartComponentProps } from '../shared/defineChart.ts'
import type { BigNumberTotalForm } from './definition.ts'
import { bigNumberTotalPicture } from './picture.ts'

export default function BigNumberTotal(props: ChartComponentProps<BigNumberTotalForm>) {
  return <PictureView picture={bigNumberTotalPicture(props)} drawn={props.picture} />
}
