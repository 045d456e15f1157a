import { TitleComponent } from 'echarts/components'
import { registerParts } from './registerParts.ts'

registerParts(TitleComponent)
