import { Link2, Mail } from 'lucide-react'
import { can } from '../../../api/bootstrap.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useShare } from '../useShare.ts'

const texts = defineTexts('dashboard.anchor', {
  link: 'Link to {name}',
  copy: 'Copy permalink to clipboard',
  email: 'Share permalink by email',
  subject: 'Dashboard: {name}',
  body: 'Check out this chart in dashboard: ',
})

/** A link to a header or a tab: it opens the dashboard at that position, in its current state. */
export default function AnchorLink({ id, name }: { id: string; name: string }) {
  const t = useText()
  const share = useShare()
  if (!can('can_share_dashboard', 'Superset') && !can('can_write', 'DashboardPermalinkRestApi')) return null
  return (
    <Menu
      items={[
        { label: t(texts.copy), icon: <Link2 size={14} />, onSelect: () => void share.copy(id) },
        {
          label: t(texts.email),
          icon: <Mail size={14} />,
          onSelect: () => void share.email(t(texts.subject, { name }), t(texts.body), id),
        },
      ]}
      trigger={<IconButton size="xs" tooltip={false} label={t(texts.link, { name })} icon={<Link2 size={14} />} />}
    />
  )
}
