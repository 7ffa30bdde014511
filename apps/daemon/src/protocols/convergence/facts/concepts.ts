/**
 * Words that mean the same in code and in documents of several languages: `INTERVAL`, "every", "alle", 「ごと」. A fact is
 * about concepts where its words have one, and about the words themselves where they do not.
 */
import { folded, isFiller, stemOf, termsIn } from '../words.ts';

/**
 * How a figure belongs to its thing (at most, every, from): they tell apart what is compared and do not by themselves
 * make two facts speak of the same.
 */
const ROLES: Readonly<Record<string, string>> = {
  interval:
    'every each interval* period* poll* freq* frequen* cadence hourly daily weekly monthly alle jede jeden jeder jedes taglich stundlich wochentlich monatlich intervall* takt abstand chaque toutes tous cada ogni elke iedere ごと 毎 おき 間隔 每 间隔 마다',
  timeout:
    'timeout* deadline* expir* ttl lease* lifetime valid* zeitlimit* frist* ablauf* verfall* gultig* delai* validite plazo* caduc* vigen* prazo* validade scadenz* termijn* 期限 有効 タイムアウト 超时 有效 만료',
  delay:
    'delay* wait* lag late lateness verzoger* warte* verspat* delai* retard* attend* attente retras* espera* atras* demora* ritard* attesa vertrag* wacht* 遅れ 遅延 待ち 延迟 等待 지연 대기',
  duration: 'duration* takes lasts dauer* duree* durac* dura durata duur 所要 期間 时长 기간',
  max: 'max maxim* most limit* cap ceiling upper hochst* hochstens obergrenz* grenz* plafond* tope hasta maximo* maxima* massim* maximaal 最大 上限 以内 以下 最多 最长 최대',
  min: 'min minim* least floor mindest* mindestens untergrenz* moins minimo* minima* almeno minstens 最小 下限 以上 最低 至少 최소',
  total:
    'total* sum overall altogether gesamt* insgesamt summe zusammen totale* suma soma somma totaal 合計 全部 総数 总计 一共 합계',
  start:
    'start* begin* began beginn* anfang* debut* commenc* demarr* empiez* empez* comienz* comenz* inici* comec* inizi* 開始 始ま 开始 시작',
  end: 'end ends ended ending finish* complet* beend* endet ende fertig abgeschloss* finit fini termin* acab* fim einde klaar 終了 完了 结束 完成 종료',
  open: 'open opens opened opening offn* geoffnet ouvr* ouvert* abre abren abrir abiert* abert* apert* aprir* apre 開館 開店 開く 开门 开放',
  close:
    'clos* shut until schliess* geschloss* bis ferm* jusqu* cierr* cerrad* cerrar fech* chiud* chius* sluit* 閉館 閉店 閉ま 关门 关闭 まで',
};

/** What a figure is a figure of. */
const THINGS: Readonly<Record<string, string>> = {
  retry:
    'retry retries retri* try tries tried attempt* versuch* wiederhol* nachforder* reessai* tentativ* essai* intent* reintent* tentar* riprov* poging* 再試行 リトライ 試行 重试 재시도',
  keep: 'keep keeps kept retain* retention aufbewahr* behalt* gespeichert conserv* guard* armazen* bewaar* 保存 保管 保留 보관',
  delete:
    'delet* remov* purge* eras* losch* geloscht supprim* effac* borr* elimin* apag* cancell* verwijder* 削除 删除 삭제',
  price:
    'price* pricing cost* fee fees tarif* tariff* charge* preis* gebuhr* vergut* entgelt* prix cout* precio* cuota* coste* preco* custo* prezz* prijs* 料金 価格 単価 費用 价格 费用 요금 가격',
  fine: 'fine fines penalt* bussgeld* strafe* mahngebuhr* amende* multa* coima* boete* sanktion* 罰金 延滞料 罚款 벌금',
  tax: 'vat tax taxes mwst steuer* tva iva imposto* btw 税率 税 세율',
  discount:
    'discount* rebat* rabatt* nachlass* ermassig* remise* reduction* descuent* descont* scont* korting* 割引 折扣 할인',
  length:
    'len length* char chars character* zeichen* lange stellen longueur* caracter* longitud* comprimento* lunghezz* lengte tekens 文字 桁 长度 글자',
  depth: 'depth* deep tief* profond* profund* diepte 深さ 深度',
  width: 'width* wide breit* largeur* ancho* largura* larghezz* breedte 幅 宽度',
  height: 'height* high hohe haut* altura* altezz* hoogte 高さ 高度',
  size: 'size* sizes grosse* taille* tamano* tamanho* grootte サイズ 容量 大小 크기',
  weight: 'weight* gewicht* poids peso* 重量 重さ 무게',
  speed: 'speed* geschwind* vitesse* velocid* velocit* snelheid 速度 속도',
  temperature: 'temp temper* 温度 気温 온도',
  door: 'door* tur turen porte portes puerta* deur ドア 扉',
  position: 'position* location* gps standort* ubicac* localiz* 位置 위치',
  update:
    'updat* refresh* sync* aktualisier* actualis* actualiz* atualiz* aggiorn* bijgewerkt* 更新 同期 同步 갱신',
  reading:
    'reading* measur* messwert* mesure* lectur* leitur* medicion* medic* misur* meting* 計測 測定 测量 측정',
  row: 'row rows record* zeile* datensatz* datensatze ligne* fila filas linha* riga righe 行数 レコード',
  customer: 'customer* client clients kunde* kunden cliente* klant* 顧客 客户 고객',
  guest:
    'guest* visitor* besucher* gast gaste visiteur* visitante* visitator* bezoeker* 来客 来館者 访客 방문자',
  member: 'member* mitglied* membre* adherent* miembro* socio* membro* leden 会員 会员 회원',
  child:
    'child children kid kids kind kinder kindern enfant* nino* nina* crianc* bambin* kinderen 子ども 子供 儿童 어린이',
  order: 'order orders bestell* auftrag* commande* pedido* ordine ordini 注文 订单 주문',
  invoice: 'invoice* rechnung* facture* factura* fatura* fattur* factuur 請求書 発票 发票 청구서',
  payment: 'payment* paid zahlung* bezahl* paiement* pago* pagament* betaling* 支払 付款 결제',
  booking: 'booking* reserv* buchung* reserva* prenotaz* boeking* 予約 预订 预约 예약',
  session: 'session* sitzung* sesion* sessao sessoes sessione* sessie* セッション 会话 세션',
  password: 'password* passwort* kennwort* contrasen* senha* wachtwoord* パスワード 密码 비밀번호',
  upload: 'upload* hochlad* hochgelad* televers* subid* subir carreg* アップロード 上传 업로드',
  image: 'image* images picture* photo* bild bilder imag* foto* afbeelding* 画像 写真 图片 이미지',
  backup: 'backup* sicherung* sauvegard* copia copias salvatag* reservekopie バックアップ 备份 백업',
  alarm: 'alarm* alert* warnung* alerte* alerta* allarm* avvis* 警報 アラーム 警报 경보',
  sensor: 'sensor* fuhler capteur* センサー 传感器 센서',
  station: 'station* bahnhof* estacion* estac* stazion* 駅 车站',
  display: 'display* shown shows label* anzeig* affich* mostra* muestr* exib* 表示 显示 표시',
  state: 'state* status zustand* etat etats estado* stato stati toestand* 状態 状态 상태',
  version: 'version* versao versoes バージョン 版本 버전',
  capacity: 'capacit* kapazit* aforo plazas seats platze sitzplatz* capacid* 定員 容纳 정원',
  age: 'age aged ages alter* edad edades idade* eta anni 歳 年齢 年龄 나이',
  range: 'range ranges reichweit* autonom* alcance* 航続 续航',
  mail: 'mail mails email* courriel* correo* メール 邮件 이메일',
  report: 'report* bericht* rapport* informe* relatori* 報告 レポート 报告 보고서',
  product: 'product* produkt* produit* producto* produto* prodott* 商品 製品 产品 제품',
  stock: 'stock* inventory bestand* lager* inventari* existenc* estoque* voorraad 在庫 库存 재고',
  battery: 'batter* akku* batterie* bateri* accu バッテリー 電池 电池 배터리',
  water: 'water wasser* eau agua acqua 水温 水位 水',
  course: 'course* kurs kurse cours curso* corso corsi cursus 講座 课程 강좌',
  loan: 'loan* lend* ausleih* pret prets emprunt* prestam* emprestim* prestit* uitle* 貸出 借阅 대출',
  book: 'book books buch bucher livre* libro* livro* libri boek* 図書 书 도서',
  shift: 'shift* schicht* turno* dienst* 勤務 班次 교대',
  room: 'room* zimmer* raum raume salle* chambre* habitac* sala salas quarto* stanz* kamer* 部屋 教室 房间 객실',
  patient: 'patient* paciente* pazient* 患者 환자',
  dose: 'dose* dosis dosier* posolog* dosage* 投与 剂量 용량',
  vehicle: 'vehicle* fahrzeug* vehicul* veicul* voertuig* 車両 车辆 차량',
  page: 'page pages seite seiten pagina* ページ',
  token: 'token* jeton* トークン 令牌',
  connection: 'connection* verbindung* connexion* conexi* conex* connession* verbinding* 接続 连接 연결',
  thread: 'thread* worker* prozess* スレッド 线程',
  cache: 'cache* zwischenspeicher* キャッシュ 缓存',
};

/** What a figure without a unit measures by the name it is given. */
const MEASURED: Readonly<Record<string, string>> = {
  '~interval': 'time',
  '~timeout': 'time',
  '~delay': 'time',
  '~duration': 'time',
  '~keep': 'time',
  '~price': 'money',
  '~fine': 'money',
  '~temperature': 'temperature',
  '~size': 'bytes',
  '~depth': 'length',
  '~width': 'length',
  '~height': 'length',
  '~weight': 'mass',
  '~discount': 'share',
  '~tax': 'share',
};

const WORDS = new Map<string, string>();
const STARTS = new Map<string, [start: string, concept: string][]>();
const UNSPACED: [sign: string, concept: string][] = [];
const SHORTEST_START = 3;

for (const [name, words] of [...Object.entries(ROLES), ...Object.entries(THINGS)])
  for (const word of words.split(' ')) {
    if (/[^\p{Script=Latin}*]/u.test(word)) UNSPACED.push([word, `~${name}`]);
    else if (word.endsWith('*')) {
      const start = word.slice(0, -1);
      const key = start.slice(0, SHORTEST_START);
      STARTS.set(key, [...(STARTS.get(key) ?? []), [start, `~${name}`]]);
    } else WORDS.set(word, `~${name}`);
  }

const ROLE_NAMES: ReadonlySet<string> = new Set(Object.keys(ROLES).map((name) => `~${name}`));

export function isRole(term: string): boolean {
  return ROLE_NAMES.has(term);
}

/** Null where a word means only itself. */
function conceptOf(word: string): string | null {
  const plain = folded(word);
  const known = WORDS.get(plain);
  if (known !== undefined) return known;
  const starts = STARTS.get(plain.slice(0, SHORTEST_START)) ?? [];
  return starts.find(([start]) => plain.startsWith(start))?.[1] ?? null;
}

/** Of a text that puts no spaces between words. */
function unspacedConcepts(text: string): string[] {
  return UNSPACED.filter(([sign]) => text.includes(sign)).map(([, concept]) => concept);
}

/** What a thing of these terms is measured in; null where that cannot be told. */
export function measureOf(terms: ReadonlySet<string>): string | null {
  for (const term of terms) {
    const measure = MEASURED[term];
    if (measure !== undefined) return measure;
  }
  return null;
}

/** What a text speaks about: concepts, and stems of the words that have none. */
export function termsOf(text: string): Set<string> {
  const terms = termsIn(text, termOf);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text))
    for (const concept of unspacedConcepts(text)) terms.add(concept);
  return terms;
}

/** A text says the same words again and again. */
const KNOWN = new Map<string, string | null>();
const MOST_KNOWN = 50_000;

export function termOf(word: string): string | null {
  const known = KNOWN.get(word);
  if (known !== undefined) return known;
  const term = conceptOf(word) ?? (isFiller(word) ? null : stemOf(word));
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(word, term);
  return term;
}
