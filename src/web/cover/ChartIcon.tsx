import {
  ChartArea,
  ChartColumn,
  ChartLine,
  ChartPie,
  ChartScatter,
  Grid3x3,
  Hash,
  LayoutDashboard,
  type LucideIcon,
  Table,
  TrendingUp,
} from 'lucide-react'
import { type PictureKind, pictureKind } from './pictureKind.ts'

const icons: Record<PictureKind, LucideIcon> = {
  line: ChartLine,
  area: ChartArea,
  bar: ChartColumn,
  scatter: ChartScatter,
  pie: ChartPie,
  bigNumber: Hash,
  bigNumberTrend: TrendingUp,
  table: Table,
  heatmap: Grid3x3,
  treemap: LayoutDashboard,
}

/** An icon for a saved chart type. */
export function ChartIcon({ vizType, size }: { vizType: string; size: number }) {
  const Icon = icons[pictureKind(vizType)]
  return <Icon size={size} aria-hidden="true" />
}
