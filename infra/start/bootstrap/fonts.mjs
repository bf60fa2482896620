import fs from 'node:fs'
import path from 'node:path'
import { dataFolder, readText, say } from './checkout.mjs'
import { npm } from './install.mjs'

const systemConf = '/etc/fonts/fonts.conf'

/** Whether programs find a font on this machine. */
export function hasFonts() {
  if (process.platform !== 'linux' || process.env.FONTCONFIG_FILE) return true
  const inHome = ['.fonts', '.local/share/fonts'].map(name => path.join(process.env.HOME ?? '/', name))
  const files = ['/usr/share/fonts', '/usr/local/share/fonts', ...inHome].flatMap(filesIn)
  return fs.existsSync(systemConf) && files.some(file => /\.(ttf|otf|ttc)$/i.test(file))
}

/** Empty if the folder is absent or closed. */
function filesIn(folder) {
  try {
    return fs.readdirSync(folder, { recursive: true })
  } catch {
    return []
  }
}

/** Letters, arrows and ticks; then emoji. */
const packages = ['dejavu-fonts-ttf@2.37.3', '@expo-google-fonts/noto-emoji@0.4.7']

/** Fonts from npm, before those of this machine. @returns the environment in which programs find them */
export async function findFonts() {
  const own = dataFolder('fonts')
  const config = path.join(own, 'fonts.conf')
  if (readText(config) !== fontsConf) {
    say('Fetching fonts from npm (10 MB)…')
    fs.rmSync(own, { recursive: true, force: true })
    await npm('install', ...packages, '--no-save', `--prefix=${own}`)
    // Written last: an interrupted download is repeated.
    fs.writeFileSync(config, fontsConf)
  }
  return { FONTCONFIG_FILE: config }
}

const prefer = (generic, family) =>
  `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`

// Its folders are relative to it: a moved checkout keeps them. The cache is in XDG_CACHE_HOME.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<!-- ${packages.join(', ')} -->
<fontconfig>
  <dir prefix="relative">node_modules</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <include ignore_missing="yes">${systemConf}</include>
  ${prefer('sans-serif', 'DejaVu Sans')}
  ${prefer('serif', 'DejaVu Serif')}
  ${prefer('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`
