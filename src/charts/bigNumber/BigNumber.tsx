import { PictureView } from '../shared/bigNumber/PictureView.tsx'
import type { ChartComponentProps } from '../shared/defineChart.ts'
import type { BigNumberForm } from './definition.ts'
import { bigNumberPicture } from './picture.ts'

export default function BigNumber(props: ChartComponentProps<BigNumberForm>) {
  return <PictureView picture={bigNumberPicture(props)} drawn={props.picture} />
}
