"""Every 名堂 by id: its names, whether it multiplies, and whether it is a win at the deal (RULES §7, §8.1).

Data only. What each one asks of a hand stands in ``replay.scoring.mingtang``; what it is worth, in a ruleset's file.
"""

from __future__ import annotations

from typing import NamedTuple

TIMES = "×"
PLUS = "+"


class Name(NamedTuple):
    """One 名堂: ``op`` is ``×`` or ``+``; ``per`` says what its value is counted by (``""``: once)."""

    id: str
    hant: str
    hans: str
    en: str
    op: str = PLUS
    per: str = ""
    at_deal: bool = False
    aliases: tuple[str, ...] = ()


_AT_THE_TABLE = (
    Name("duizi_hu", "對子胡", "对子胡", "all triples", TIMES),
    Name("wu_dui", "烏對", "乌对", "all black triples", TIMES),
    Name("wu_hu", "烏胡", "乌胡", "all black", TIMES, aliases=("全烏",)),
    Name("dian_hu", "點胡", "点胡", "a single red card", TIMES, aliases=("一點車",)),
    Name("yin_hu", "印胡", "印胡", "red tuanyuan", per="印"),
    Name("chun_yin", "純印", "纯印", "no red but tuanyuan", per="印"),
    Name("duo_hong", "多紅", "多红", "ten reds and more", per="紅", aliases=("紅胡",)),
    Name("man_yuan_hua", "滿園花", "满园花", "a red in every group"),
    Name("er_xi_man_yuan_hua", "兩希滿園花", "两希满园花", "a red in every group at two xi", aliases=("2息滿園花",)),
    Name("da_xiao_zi", "大/小字胡", "大/小字胡", "all of one size", aliases=("大字胡", "小字胡")),
    Name("zhuo_hu", "卓胡", "卓胡", "two tuanyuan", aliases=("作", "桌胡")),
    Name("zimei_zhuo", "姊妹卓", "姊妹卓", "two neighbouring tuanyuan", aliases=("姐妹卓",)),
    Name("san_luan_zhuo", "三亂卓", "三乱卓", "three tuanyuan", aliases=("三作",)),
    Name("zimei_zhuo_dai_tuo", "姊妹卓帶拖", "姊妹卓带拖", "two neighbouring tuanyuan and a third"),
    Name("san_lian_zhuo", "祖孫卓", "祖孙卓", "three tuanyuan in a row", aliases=("爹孫作", "嗲孫卓")),
    Name("si_luan_zhuo", "四亂卓", "四乱卓", "four tuanyuan", aliases=("四作",)),
    Name(
        "san_lian_zhuo_dai_tuo",
        "祖孫卓帶拖",
        "祖孙卓带拖",
        "three tuanyuan in a row and a fourth",
        aliases=("嗲孫卓帶拖",),
    ),
    Name("liang_zimei_zhuo", "兩姊妹卓", "两姊妹卓", "two pairs of neighbouring tuanyuan"),
    Name("si_lian_zhuo", "祖孫卓·四連", "祖孙卓·四连", "four tuanyuan in a row"),
    Name("hai_di_hu", "海底胡", "海底胡", "on the last stock card"),
    Name("dan_diao", "單吊", "单吊", "won on the pair", aliases=("單丁", "丁")),
    Name("dan_diao_dui", "對子胡單吊", "对子胡单吊", "all triples, won on the pair", aliases=("單丁對子胡",)),
    Name("ba_peng_tou", "八碰頭", "八碰头", "both eights tuanyuan", aliases=("真八碰頭",)),
    Name("jia_ba_peng_tou", "假八碰頭", "假八碰头", "both sizes of a rank tuanyuan", aliases=("碰頭",)),
    Name("bei_kao_bei", "背靠背", "背靠背", "pair-wait of one rank"),
    Name("zhen_bei_kao_bei", "真背靠背", "真背靠背", "pair-wait of the two eights"),
    Name("shou_qian_shou", "手牽手", "手牵手", "pair-wait of neighbours"),
    Name("ge_shan_da_niu", "隔山打牛", "隔山打牛", "pair-wait two ranks apart"),
    Name("feng_bai_wei", "鳳擺尾", "凤摆尾", "pair-wait of one and ten", aliases=("小龍擺尾",)),
    Name("jia_feng_bai_wei", "假鳳擺尾", "假凤摆尾", "pair-wait of one and ten of two sizes"),
    Name("dui_dao_hu", "對倒胡", "对倒胡", "any pair-wait"),
    Name("long_bai_wei", "龍擺尾", "龙摆尾", "one and ten tuanyuan", aliases=("大龍擺尾",)),
    Name("jia_long_bai_wei", "假龍擺尾", "假龙摆尾", "one and ten of two sizes tuanyuan"),
    Name("ka_wei", "卡偎", "卡偎", "after a wei, exactly enough", aliases=("卡喂",)),
    Name("ka_hu", "卡胡", "卡胡", "exactly enough", aliases=("卡10",)),
    Name("shang_xia_wu_qian_nian", "上下五千年", "上下五千年", "five laid, five in hand"),
    Name("zi_mo", "摸胡", "摸胡", "on one's own reveal", aliases=("自摸胡",)),
    Name("zhe", "蟄一蟄", "蛰一蛰", "an earlier win let go", per="蟄", aliases=("啫啫胡",)),
    Name("quan_qiu_ren", "全求人", "全求人", "one card in hand", aliases=("全球人", "耍猴")),
    Name("mei_nv_cai_dan_che", "美女踩單車", "美女踩单车", "one card in hand, red pair"),
    Name("ding_dui", "頂對", "顶对", "all triples, red pair", aliases=("項對", "行對")),
    Name("hang_hang_xi", "行行有希", "行行有希", "every group scores", aliases=("行行西", "項項息")),
    Name("piao_dui", "飄對", "飘对", "all triples, one of them red"),
    Name("ji_ding", "雞丁", "鸡丁", "won on the pair of a run's middle"),
    Name("bian_ding", "邊丁", "边丁", "won on the pair of a run's end"),
    Name("yuan_yuan_ding", "圓圓丁", "圆圆丁", "won on the pair with three in hand"),
    Name("bian_kan", "邊坎", "边坎", "a run closed at its dead end or filled", aliases=("邊/嵌",)),
    Name("kan_hu", "坎胡", "坎胡", "a run filled in the middle"),
    Name("xin_lian_xin", "心連心", "心连心", "two runs that share their end"),
    Name("yi_tiao_long", "一條龍", "一条龙", "one to nine in three runs"),
    Name("huo_zhuo_xiao_san", "活捉小三", "活捉小三", "on one's own small three"),
    Name("liang_hong_liang_hei", "兩紅兩黑", "两红两黑", "ten xi from two red and two black peng"),
    Name("er_long_xi_zhu", "二龍戲珠", "二龙戏珠", "one-two-three in both sizes, no other red"),
    Name("ga_nuan_da", "嘎暖哒", "嘎暖哒", "named, never awarded"),
    Name("di_hu", "地胡", "地胡", "nothing laid down"),
)

_AT_THE_DEAL = (
    Name("tian_hu", "天胡", "天胡", "dealt a win", at_deal=True, aliases=("有息天胡",)),
    Name("wu_dui_hu", "無對胡", "无对胡", "dealt no pair", at_deal=True),
    Name(
        "wu_xi_hu", "起無希胡", "起无希胡", "dealt a hand that cannot score enough", at_deal=True, aliases=("無息天胡",)
    ),
    Name("jiu_dui", "九小對", "九小对", "dealt nine pairs", at_deal=True, aliases=("九對", "十對")),
    Name("quan_hei", "全黑", "全黑", "dealt no red", at_deal=True),
    Name("liu_dui_hong", "六對紅", "六对红", "dealt six red pairs", at_deal=True),
    Name("si_bian_dui", "四邊對", "四边对", "dealt the four corner pairs", at_deal=True),
    Name("hong_zha_dan", "紅炸彈", "红炸弹", "dealt a red bomb", per="炸彈", at_deal=True),
    Name("hei_zha_dan", "黑炸彈", "黑炸弹", "dealt a black bomb", per="炸彈", at_deal=True),
    Name("liang_zha_dan", "兩炸彈", "两炸弹", "dealt two bombs", at_deal=True),
    Name("quan_kan_quan_dui", "全砍全對", "全砍全对", "dealt no single", at_deal=True),
    Name("da_xiao_tong_zha", "大小同炸", "大小同炸", "dealt four of a rank in both sizes", at_deal=True),
    Name("zimei_zha", "姊妹炸", "姊妹炸", "dealt four of two neighbours", at_deal=True),
    Name("die_sun_zha", "嗲孫炸", "嗲孙炸", "dealt four of three in a row", at_deal=True),
    Name("zu_sun_zha", "祖孫炸", "祖孙炸", "dealt four of four in a row", at_deal=True),
    Name("yi_dao_shi", "一到十", "一到十", "dealt one of each", at_deal=True),
)

CATALOGUE: dict[str, Name] = {name.id: name for name in (*_AT_THE_TABLE, *_AT_THE_DEAL)}
ORDER: dict[str, int] = {id_: index for index, id_ in enumerate(CATALOGUE)}
