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
import type { PictureKind } from '../../charts/shared/contract.ts'

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

/** An icon for a kind of chart. */
export function ChartIcon({ picture, size }: { picture: PictureKind; size: number }) {
  const Icon = icons[picture]
  return <Icon size={size} aria-hidden="true" />
}
