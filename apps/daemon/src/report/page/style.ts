/**
 * The look of every report: the Theater's type and colours (apps/web/src/styles/tokens.css, and a test holds the two to each
 * other), light and dark, on paper too. Nothing is fetched.
 */
const LIGHT = `--bg:oklch(0.985 0.002 275);--panel:oklch(1 0 0);--sunken:oklch(0.965 0.004 275);--line:oklch(0.915 0.006 275);--edge:oklch(0.6 0.012 275);--fg:oklch(0.22 0.02 275);--fg-2:oklch(0.46 0.018 275);--accent:oklch(0.46 0.15 275);--accent-tint:oklch(0.96 0.018 275);--on-accent:oklch(1 0 0);--good:oklch(0.44 0.12 150);--warn:oklch(0.48 0.11 65);--bad:oklch(0.47 0.18 22);--bad-tint:oklch(0.975 0.014 22);--good-tint:oklch(0.97 0.025 150);--warn-tint:oklch(0.975 0.025 80);--track:oklch(0.93 0.006 275)`;
const DARK = `--bg:oklch(0.17 0.008 275);--panel:oklch(0.21 0.01 275);--sunken:oklch(0.25 0.012 275);--line:oklch(0.3 0.012 275);--edge:oklch(0.56 0.016 275);--fg:oklch(0.95 0.005 275);--fg-2:oklch(0.75 0.012 275);--accent:oklch(0.8 0.1 275);--accent-tint:oklch(0.28 0.04 275);--on-accent:oklch(0.18 0.02 275);--good:oklch(0.82 0.13 150);--warn:oklch(0.84 0.12 80);--bad:oklch(0.8 0.11 22);--bad-tint:oklch(0.25 0.035 22);--good-tint:oklch(0.25 0.032 150);--warn-tint:oklch(0.26 0.032 80);--track:oklch(0.31 0.012 275)`;

export const REPORT_STYLE = `
:root{color-scheme:light dark;--sans:"Inter Variable",Inter,ui-sans-serif,system-ui,sans-serif;--mono:"JetBrains Mono Variable",ui-monospace,"SF Mono","Cascadia Mono",Consolas,monospace;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:1rem/1.5 var(--sans);-webkit-font-smoothing:antialiased}
:lang(ja){word-break:auto-phrase}
:lang(ko){word-break:keep-all}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1.5rem 4rem}
h1,h2,h3,p,ul,ol,figure{margin:0}
h1{font-size:1.5rem;font-weight:650;line-height:1.25;letter-spacing:-.02em;max-width:42ch;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1.125rem;font-weight:620;line-height:1.35;letter-spacing:-.01em;text-wrap:balance}
h3{font-size:1rem;font-weight:600;margin:1rem 0 .5rem}
section{margin-top:2.5rem}
section>h2{margin-bottom:.75rem}
p{max-width:68ch;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px}
:is(a,summary,button,input,textarea):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code{font:.875rem/1.5 var(--mono);overflow-wrap:anywhere}
samp{font:inherit}
.soft,.evidence{color:var(--fg-2);font-size:.875rem}
.evidence>code{display:block}
.good{--tone:var(--good);--tint:var(--good-tint)}.fair{--tone:var(--warn);--tint:var(--warn-tint)}.bad{--tone:var(--bad);--tint:var(--bad-tint)}
span:is(.good,.fair,.bad),strong:is(.good,.fair,.bad){color:var(--tone)}
.card{border:1px solid var(--line);border-radius:10px;background:var(--panel);padding:1rem 1.25rem}
.tag{display:inline-block;padding:0 .5rem;border:1px solid var(--tone,var(--line));border-radius:99px;background:var(--tint,var(--sunken));color:var(--tone,var(--fg-2));font-size:.75rem;font-weight:600;line-height:1.25rem;white-space:nowrap}
.demands{list-style:none}
.demands li{border-top:1px solid var(--line);padding:.75rem 0}
.demands li:first-child{border-top:0;padding-top:0}
.demands li:last-child{padding-bottom:0}
.nowrap{white-space:nowrap}
.what{font-weight:600}
.where{color:var(--fg-2);font-size:.875rem}
@media (min-width:60rem){.demands.wide li{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:.25rem 2rem}}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none;font-size:.875rem}
.links a{display:inline-block;padding:.25rem 0}
details>summary{cursor:pointer;padding:.5rem 0;font-weight:560;width:fit-content}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line)}
thead :is(th,td){border-top:0;color:var(--fg-2);font-weight:500}
img{display:block;max-width:100%;height:auto}
@media (max-width:40rem){main{padding:1rem 1rem 3rem}h1{font-size:1.25rem}}
@media print{
:root{color-scheme:light;${LIGHT};--bg:#fff;--panel:#fff}
@page{margin:14mm 12mm}
body{font-size:10pt}
main{max-width:none;padding:0}
section{margin-top:1.25rem}
h1,h2,h3{break-after:avoid}
tr,li,figure,.card{break-inside:avoid}
thead{display:table-header-group}
button,input{display:none}
details::details-content{content-visibility:visible;block-size:auto}
}
`;

/** Of the report of one review alone. */
export const REVIEW_STYLE = `
.mark{max-width:none;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1rem;font-size:.875rem;color:var(--fg-2)}
.mark code{color:var(--fg)}
.verdict{margin-top:.75rem;display:grid;grid-template-columns:auto 1fr;align-items:center;gap:.5rem 1.5rem;border-color:color-mix(in oklch,var(--tone) 35%,transparent);background:var(--tint)}
.figures{color:var(--tone);font:700 1.75rem/1.2 var(--mono)}
.figures small{display:block;color:var(--fg-2);font:400 .75rem/1.5 var(--sans)}
.verdict .why{grid-column:1/-1;font-size:.875rem;max-width:none}
.votes{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none;font-size:.875rem}
.votes b{font:600 .875rem/1.5 var(--mono)}
.votes .soft{font-weight:400}
.first{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem;margin-top:1.5rem}
.first section{margin-top:0;min-width:0}
@media (min-width:60rem){.first.two{grid-template-columns:minmax(0,5fr) minmax(0,7fr)}}
.take-line{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem}
.take-line code{padding:.25rem .75rem;border-radius:8px;background:var(--panel)}
.take p+p,.take ul{margin-top:.5rem}
.slider .frame{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem}
.slider figcaption{font-size:.875rem;color:var(--fg-2);margin-bottom:.25rem}
.slider img{border:1px solid var(--line);border-radius:6px}
.slider .ends{display:none}
@media screen{
.slider.live .frame{grid-template-columns:minmax(0,1fr);gap:0;max-height:22rem;overflow:hidden auto;border:1px solid var(--line);border-radius:10px;background:var(--sunken)}
.slider.live figure,.slider.live .edge{grid-area:1/1}
.slider.live figcaption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.slider.live img{border:0;border-radius:0;width:100%}
.slider.live .after{clip-path:inset(0 0 0 var(--at,50%))}
.slider.live .edge{width:2px;margin-left:calc(var(--at,50%) - 1px);background:var(--accent)}
.slider.live .ends{display:flex;align-items:center;gap:.75rem;margin-top:.5rem;font-size:.875rem;color:var(--fg-2)}
.slider .ends input{flex:1;min-width:0;height:1.5rem;accent-color:var(--accent)}
}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1rem}
.pair img{border:1px solid var(--line);border-radius:6px}
.pair figcaption{font-size:.875rem;margin-bottom:.25rem}
svg{width:100%;height:auto;max-width:34rem}
svg text{font:13px var(--sans);fill:var(--fg-2)}svg .figure{font:700 13px var(--mono);fill:var(--fg)}.grid{stroke:var(--line)}
polyline{fill:none;stroke:var(--accent);stroke-width:2}circle{fill:var(--accent)}.gate{stroke:var(--good);stroke-width:1.5;stroke-dasharray:5 4}
.scores :is(th,td):nth-child(-n+2){white-space:nowrap}.scores td:nth-child(3){white-space:nowrap;font-variant-numeric:tabular-nums}
.scores .role>*{font-weight:600}
.scores .role>td:last-child{font-weight:400}
@media screen and (max-width:44rem){
.scores,.scores tbody,.scores tr{display:block}
.scores thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.scores tr{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
.scores :is(th,td){border:0;padding:0}
.scores td:last-child{grid-column:1/-1;color:var(--fg-2)}
.scores td:empty,.scores .role>td:nth-child(2){display:none}
}
meter{width:4rem;height:1rem;vertical-align:middle}
.diff{font-variant-ligatures:none}
.diff td{border:0;padding:0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}
.diff td:nth-child(-n+2){color:var(--fg-2);text-align:right;width:1%;white-space:nowrap}
.added{background:var(--good-tint)}.removed{background:var(--bad-tint)}
.card.diffs{padding:.5rem 0;overflow:hidden}
@media (max-width:40rem){.verdict{grid-template-columns:minmax(0,1fr)}}
`;
