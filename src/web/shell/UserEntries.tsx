import {
  BookOpen,
  Bug,
  CircleUser,
  Keyboard,
  Languages,
  LogOut,
  Moon,
  Settings,
  Sun,
  SunMoon,
  User,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { bootstrap } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { chooseLanguage } from '../language/chooseLanguage.ts'
import { useLanguage } from '../language/language.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import { chooseTheme, useThemeChoice } from '../ui/theme.ts'
import { toast } from '../ui/toast.ts'
import { useShell } from './shellState.ts'
import { signOut } from './signOut.ts'

const texts = defineTexts('userMenu', {
  profile: 'Profile',
  account: 'Your account',
  settings: 'Settings',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  language: 'Language',
  notLoaded: 'The language could not be changed: {reason}',
  shortcuts: 'Keyboard shortcuts',
  documentation: 'Documentation',
  bug: 'Report a bug',
  logout: 'Logout',
  version: 'Version: {version}',
})

/** The user's account, settings, theme, shortcuts, help and signing out. Loaded when the menu is opened. */
export default function UserEntries({ show }: { show: (items: MenuEntry[]) => ReactNode }) {
  const t = useText()
  const choice = useThemeChoice()
  const right = bootstrap.common.menu_data?.navbar_right
  const settings = settingsEntries(usePlainText())
  const shown = useLanguage(({ code }) => code)
  const languages = Object.entries(right?.languages ?? {})
  return show([
    right?.user_profile_url
      ? { label: t(texts.profile), icon: <CircleUser size={14} />, href: right.user_profile_url }
      : undefined,
    { label: t(texts.account), icon: <User size={14} />, href: '/users/userinfo/' },
    settings.length > 0 ? { label: t(texts.settings), icon: <Settings size={14} />, items: settings } : undefined,
    {
      label: t(texts.theme),
      icon: <SunMoon size={14} />,
      items: [
        {
          label: t(texts.light),
          icon: <Sun size={14} />,
          checked: choice === 'light',
          onSelect: () => chooseTheme('light'),
        },
        {
          label: t(texts.dark),
          icon: <Moon size={14} />,
          checked: choice === 'dark',
          onSelect: () => chooseTheme('dark'),
        },
        {
          label: t(texts.system),
          icon: <SunMoon size={14} />,
          checked: choice === 'system',
          onSelect: () => chooseTheme('system'),
        },
      ],
    },
    languages.length > 1
      ? {
          label: t(texts.language),
          icon: <Languages size={14} />,
          items: languages.map(([code, { name }]) => ({
            label: name,
            checked: code === shown,
            onSelect: () => {
              chooseLanguage(code).catch((error: unknown) =>
                toast.danger(t(texts.notLoaded, { reason: messageOf(error) })),
              )
            },
          })),
        }
      : undefined,
    {
      label: t(texts.shortcuts),
      icon: <Keyboard size={14} />,
      shortcut: '?',
      onSelect: () => useShell.setState({ dialog: 'shortcuts' }),
    },
    right?.documentation_url
      ? { label: t(texts.documentation), icon: <BookOpen size={14} />, href: right.documentation_url }
      : undefined,
    right?.bug_report_url ? { label: t(texts.bug), icon: <Bug size={14} />, href: right.bug_report_url } : undefined,
    'divider',
    { label: t(texts.logout), icon: <LogOut size={14} />, onSelect: signOut },
    right?.version_string ? { heading: t(texts.version, { version: right.version_string }) } : undefined,
  ])
}

/** The pages of the groups Security and Manage that the user may open, under the names of the groups. */
function settingsEntries(plain: (text: string) => string): MenuEntry[] {
  return ['Security', 'Manage'].flatMap((name) => {
    const group = bootstrap.common.menu_data?.menu.find((each) => each.name === name)
    const entries = (group?.childs ?? []).flatMap((entry) =>
      // the navigation has a separate entry for row rules
      entry === '-' || entry.url === undefined || entry.name === 'Row Level Security'
        ? []
        : [{ label: plain(entry.label), href: entry.url }],
    )
    return group && entries.length > 0 ? [{ heading: plain(group.label) }, ...entries] : []
  })
}
